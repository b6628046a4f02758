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
  function isKnown(value) { return value !== '' && !(value < 0); }
  function compare(a, b) {
    return typeof a === 'number' ? a - b : a.localeCompare(b, undefined, { numeric: true });
  }
  function sort(column) {
    /* Numbers of faults begin with the most. */
    var most = /Slips|Blunders/.test(titles[column].textContent);
    down = column === sorted ? !down : most;
    sorted = column;
    var rows = Array.prototype.slice.call(body.rows);
    rows.sort(function (a, b) {
      var x = value(a, column), y = value(b, column), order = compare(x, y);
      if (isKnown(x) !== isKnown(y)) return isKnown(x) ? -1 : 1; /* what is not known comes last */
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
