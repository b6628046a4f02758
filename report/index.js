// SPDX-License-Identifier: MIT
/* The list of games: a click on a column's title sorts by it, a second one the other way round. */
(function () {
  'use strict';
  var table = document.getElementById('dama-index');
  if (!table) return;
  var body = table.tBodies[0], titles = table.tHead.rows[0].cells, sorted = 0, down = false;

  function value(row, column) {
    var cell = row.cells[column], number = cell.getAttribute('data-sort');
    return number === null ? cell.textContent.toLowerCase() : Number(number);
  }
  function compare(a, b) { return a < b ? -1 : a > b ? 1 : 0; }
  function sort(column) {
    /* Numbers of faults begin with the most. */
    var most = /Mistakes|Blunders/.test(titles[column].textContent);
    down = column === sorted ? !down : most;
    sorted = column;
    var rows = Array.prototype.slice.call(body.rows);
    rows.sort(function (a, b) {
      var order = compare(value(a, column), value(b, column));
      return (down ? -order : order) || compare(value(a, 0), value(b, 0));
    });
    rows.forEach(function (row) { body.appendChild(row); });
    Array.prototype.forEach.call(titles, function (title, i) {
      if (i === column) title.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      else title.removeAttribute('aria-sort');
    });
  }
  Array.prototype.forEach.call(titles, function (title, i) {
    title.firstChild.addEventListener('click', function () { sort(i); });
  });
}());
