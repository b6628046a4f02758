// SPDX-License-Identifier: MIT
/*
 * Games to step through: a board, the moves with their variations, graphs of evaluation and time. Data stand in an element
 * #dama-games as JSON (report/html-game.h says how); every text goes into the page as text, never as markup.
 *
 * Keys: left, right, Home, End; up and down choose among variations; f turns the board; [ and ] change the game.
 */
(function () {
  'use strict';
  var source = document.getElementById('dama-games');
  var root = document.getElementById('dama-viewer');
  if (!source || !root) return;
  var data = JSON.parse(source.textContent);
  if (!data.games.length) return;
  var SVG = 'http://www.w3.org/2000/svg';
  var game, board, at, flipped = false, number = 0, buttons = [];

  function element(name, attributes, text) {
    var e = document.createElement(name);
    for (var key in attributes) e.setAttribute(key, attributes[key]);
    if (text !== undefined) e.textContent = text;
    return e;
  }
  function shape(name, attributes, parent, text) {
    var e = document.createElementNS(SVG, name);
    for (var key in attributes) e.setAttribute(key, attributes[key]);
    if (text !== undefined) e.textContent = text;
    if (parent) parent.appendChild(e);
    return e;
  }
  function clear(e) { while (e.firstChild) e.removeChild(e.firstChild); }
  /* Each word stands for itself: one that is read from right to left turns nothing around it. */
  function addWords(parent, words) {
    words.forEach(function (word) { parent.appendChild(element('bdi', {}, word)); });
  }
  function comment(text) { return element('bdi', { 'class': 'comment' }, text); }
  function tag(g, name) {
    for (var i = 0; i < g.tags.length; i++) if (g.tags[i][0] === name) return g.tags[i][1];
    return '';
  }

  /* ---- the tree: node 0 is the start; a node is [parent, text, from, to, captured, crowns, more] ---- */

  function open(index) {
    number = index;
    game = data.games[index];
    board = data.boards[game.board];
    game.nodes = game.nodes || [];
    if (!game.tree) {
      game.tree = [{ parent: -1, text: '', children: [], cells: game.start, turn: game.turn || 0,
        count: game.turn !== board.first ? 1 : 0 }];
      game.nodes.forEach(function (n) {
        var parent = game.tree[n[0]];
        var node = {
          parent: n[0], text: n[1], from: n[2], to: n[3], captured: n[4] || [], crowns: n[5], more: n[6] || {},
          children: [], index: game.tree.length
        };
        count(parent, node);
        node.cells = node.more.b || play(parent.cells, node);
        parent.children.push(node.index);
        game.tree.push(node);
      });
    }
    at = 0;
    showGame();
    show();
  }
  function play(cells, node) {
    if (node.from < 0) return cells;
    var c = cells.split(''), piece = c[node.from];
    node.captured.forEach(function (sq) { c[sq] = '.'; });
    c[node.from] = '.';
    c[node.to] = node.crowns ? piece.toUpperCase() : piece;
    return c.join('');
  }
  function mainLine() {
    var line = [0], n = game.tree[0];
    while (n.children.length) { line.push(n.children[0]); n = game.tree[n.children[0]]; }
    return line;
  }
  /* Whose turn it is after a node, and how many plies count up to it. A position set up is no ply; the side that it names
     moves next, and the number written there, if any, is that of its move. */
  function count(parent, node) {
    node.setsUp = node.more.s !== undefined;
    node.turn = node.setsUp ? node.more.s : 1 - parent.turn;
    node.white = parent.turn === 0; /* who made this ply */
    var first = parent.count % 2 === 0, begins = node.turn === board.first;
    node.count = parent.count + (node.setsUp && first === begins ? 0 : 1);
    if (node.more.o !== undefined) node.count = 2 * (node.more.o - game.number) + (begins ? 0 : 1);
  }
  function label(node) {
    if (node.setsUp) return node.text;
    return game.number - 1 + Math.ceil(node.count / 2) + (node.count % 2 ? '. ' : '... ') + node.text;
  }

  /* ---- the page ---- */

  var list = element('div', { 'class': 'list' });
  var alone = data.games.length === 1;
  var head = element(alone ? 'h1' : 'h2', {});
  var facts = element('p', { 'class': 'facts' });
  var frame = element('div', { 'class': 'board' });
  var bar = element('div', { 'class': 'bar', role: 'toolbar', 'aria-label': 'Step through the game' });
  var slider = element('input', { type: 'range', min: '0', value: '0', 'aria-label': 'Ply' });
  var status = element('p', { 'class': 'status', 'aria-live': 'polite' });
  var moves = element('div', { 'class': 'moves', 'aria-label': 'Moves' });
  var curves = element('div', { 'class': 'curves' });

  function button(text, name, action) {
    var b = element('button', { type: 'button', 'aria-label': name, title: name }, text);
    b.addEventListener('click', action);
    bar.appendChild(b);
  }
  function go(index) { at = index; show(); }
  function back() { if (game.tree[at].parent >= 0) go(game.tree[at].parent); }
  function forward() { var c = game.tree[at].children; if (c.length) go(c[0]); }
  function end() { var n = at; while (game.tree[n].children.length) n = game.tree[n].children[0]; go(n); }
  function sideways(step) {
    var parent = game.tree[at].parent;
    if (parent < 0) return;
    var c = game.tree[parent].children, i = c.indexOf(at) + step;
    if (i >= 0 && i < c.length) go(c[i]);
  }
  function turn() { flipped = !flipped; show(); }
  function change(step) {
    var next = number + step, link = document.querySelector(step < 0 ? 'a[rel=prev]' : 'a[rel=next]');
    if (alone && link) location.href = link.href;
    if (next >= 0 && next < data.games.length) open(next);
  }

  /* ---- the board ---- */

  function drawBoard() {
    var node = game.tree[at], size = 10, w = board.files * size, h = board.ranks * size;
    var svg = shape('svg', { viewBox: '0 0 ' + w + ' ' + h, role: 'img', 'aria-label': 'Position' + (at ? ' after ' + label(node) : '') });
    shape('rect', { x: 0, y: 0, width: w, height: h, 'class': 'light' }, svg);
    board.squares.forEach(function (sq, i) {
      var x = (flipped ? board.files - 1 - sq[0] : sq[0]) * size;
      var y = (flipped ? sq[1] : board.ranks - 1 - sq[1]) * size;
      var marked = at && (i === node.from || i === node.to);
      shape('rect', { x: x, y: y, width: size, height: size, 'class': (board.every ? ((sq[0] + sq[1]) % 2 ? 'pale' : 'dark') : 'dark') + (marked ? ' marked' : '') }, svg);
      shape('text', { x: x + 0.6, y: y + 2.6, 'class': 'number' }, svg, sq[2]);
      if (at && node.captured.indexOf(i) >= 0)
        shape('path', { d: 'M' + (x + 3) + ' ' + (y + 3) + 'l4 4m0 -4l-4 4', 'class': 'taken' }, svg);
      var piece = node.cells[i];
      if (piece === '.') return;
      var side = piece.toLowerCase() === 'w' ? 'white' : 'black';
      shape('circle', { cx: x + 5, cy: y + 5.3, r: 3.9, 'class': 'edge ' + side }, svg);
      shape('circle', { cx: x + 5, cy: y + 4.9, r: 3.7, 'class': 'piece ' + side }, svg);
      if (piece === 'W' || piece === 'B')
        shape('path', { d: 'M' + (x + 2.6) + ' ' + (y + 6.6) + 'l-.4 -3.2 1.6 1.2 1.2 -2 1.2 2 1.6 -1.2 -.4 3.2z', 'class': 'crown ' + side }, svg);
    });
    clear(frame);
    frame.appendChild(svg);
  }

  /* ---- the moves; a variation stands in brackets behind the move that it replaces ---- */

  /* The expected result of a move for its side, 0 to 1; NaN where it is not known. */
  function expected(node) {
    var w = node.more.w;
    return w ? (w[node.white ? 0 : 2] + w[1] / 2) / 1000 : NaN;
  }
  /* What heads a line of dama-annotate. The next best lines may be worse than the move played; what is the same in
     hundredths is not better. */
  function heading(node) {
    var played = game.tree[game.tree[node.parent].children[0]];
    var better = Math.round(node.more.x * 100) > Math.round(expected(played) * 100);
    return (better ? 'better' : 'line') + ', expected ' + node.more.x.toFixed(2) + ':';
  }
  function addMove(parent, index, first) {
    var node = game.tree[index], more = node.more;
    if (more.q) parent.appendChild(comment(more.q));
    if (more.x !== undefined) parent.appendChild(comment(heading(node)));
    if (more.f) parent.appendChild(comment(more.f.replace(/-/g, ' ') + ':'));
    var number = node.count % 2 || first ? label(node) : node.text;
    var b = element('button', { type: 'button', tabindex: '-1' }, number + (more.n ? more.n : ''));
    if (isFault(node)) b.className = more.v[0];
    b.addEventListener('click', function () { go(index); });
    buttons[index] = b;
    parent.appendChild(b);
    if (isNovelty(node)) parent.appendChild(comment('novelty'));
    if (more.c) parent.appendChild(comment(more.c));
  }
  function leftText(n) { return n + ' more move' + (n === 1 ? '' : 's') + ' cannot be shown'; }
  function isNovelty(node) { return node.more.v && node.more.v[2] === 1; }
  function isFault(node) { return node.more.v && !/^(good|only-move)$/.test(node.more.v[0]); }
  function drawMoves() {
    clear(moves);
    buttons = [];
    if (game.before) moves.appendChild(comment(game.before));
    /* An explicit stack: a line to go on with, or a bracket to close. */
    var stack = [{ node: 0, box: moves, first: true }], last = mainLine().pop();
    while (stack.length) {
      var top = stack.pop(), children = game.tree[top.node].children;
      if (top.only !== undefined) children = [top.only];
      if (!children.length) {
        if (game.left && top.node === last) moves.appendChild(comment(leftText(game.left)));
        continue;
      }
      addMove(top.box, children[0], top.first);
      stack.push({ node: children[0], box: top.box, first: children.length > 1 || game.tree[children[0]].setsUp });
      var others = [];
      for (var i = 1; i < children.length && top.only === undefined; i++) {
        var box = element('span', { 'class': 'variation' });
        top.box.appendChild(box);
        others.push({ node: top.node, only: children[i], box: box, first: true });
      }
      while (others.length) stack.push(others.pop());
    }
  }

  /* ---- curves ---- */

  /* Single replies have no value of their own; where more plies are without one, the curve breaks off. */
  function parts(line, value) {
    var found = [], last = -1, gap = 8;
    line.forEach(function (index, ply) {
      var v = value(game.tree[index], ply);
      if (v === null) return;
      if (last < 0 || ply - last > gap) found.push([]);
      found[found.length - 1].push({ ply: ply, value: v });
      last = ply;
    });
    return found;
  }
  function curve(title, ceiling, series, marks) {
    var line = mainLine(), n = Math.max(line.length - 1, 1), w = 300, h = 80;
    var figure = element('figure', {});
    var caption = element('figcaption', {}, title);
    figure.appendChild(caption);
    var svg = shape('svg', { viewBox: '0 0 ' + w + ' ' + h, preserveAspectRatio: 'none', role: 'img', 'aria-label': title });
    shape('rect', { x: 0, y: 0, width: w, height: h, 'class': marks.blank ? 'blank' : 'ground' }, svg);
    if (marks.middle) shape('line', { x1: 0, x2: w, y1: h / 2, y2: h / 2, 'class': 'middle' }, svg);
    series.forEach(function (s) {
      var drawn = parts(line, s.value);
      if (drawn.length && s.label) {
        caption.appendChild(element('span', { 'class': 'key ' + s.name }));
        caption.appendChild(document.createTextNode(s.label));
      }
      drawn.forEach(function (part) {
        var points = part.map(function (p) {
          return (p.ply * w / n).toFixed(1) + ',' + (h - h * Math.min(1, Math.max(0, p.value / ceiling))).toFixed(1);
        });
        if (s.area) {
          var first = points[0].split(',')[0], last = points[points.length - 1].split(',')[0];
          shape('polygon', { points: first + ',' + h + ' ' + points.join(' ') + ' ' + last + ',' + h, 'class': s.name }, svg);
        } else {
          shape('polyline', { points: points.join(' '), 'class': s.name }, svg);
        }
      });
    });
    line.forEach(function (index, ply) {
      if (!index || !isFault(game.tree[index])) return;
      var x = (ply * w / n).toFixed(1);
      shape('line', { x1: x, x2: x, y1: game.tree[index].white ? h - 12 : 0, y2: game.tree[index].white ? h : 12, 'class': 'fault ' + game.tree[index].more.v[0] }, svg);
    });
    shape('line', { y1: 0, y2: h, x1: 0, x2: 0, 'class': 'here' }, svg);
    svg.addEventListener('click', function (event) {
      var box = svg.getBoundingClientRect();
      go(line[Math.round((event.clientX - box.left) / box.width * n)] || 0);
    });
    figure.appendChild(svg);
    curves.appendChild(figure);
  }
  function some(name) { return mainLine().some(function (i) { return i && game.tree[i].more[name] !== undefined; }); }
  function score(side) {
    return function (node, ply) {
      if (!ply || node.more.e === undefined || (side !== undefined && node.white !== side)) return null;
      return 1 + Math.tanh(node.more.e / 300); /* hundredths of a man; half of the way up is even */
    };
  }
  function drawCurves() {
    clear(curves);
    if (some('w')) {
      curve('Chances, from the bottom: White wins, draw, Black wins', 1, [
        { name: 'black', area: true, value: function (n, ply) { return ply && n.more.w ? 1 : null; } },
        { name: 'draw', area: true, value: function (n, ply) { return ply && n.more.w ? (n.more.w[0] + n.more.w[1]) / 1000 : null; } },
        { name: 'white', area: true, value: function (n, ply) { return ply && n.more.w ? n.more.w[0] / 1000 : null; } }
      ], { blank: true });
    }
    if (some('e')) {
      curve('Evaluation: White above, Black below', 2, some('v') ? [{ name: 'one', value: score() }] :
        [{ name: 'one', label: 'as White sees it', value: score(true) },
          { name: 'two', label: 'as Black sees it', value: score(false) }], { middle: true });
    }
    if (some('k')) {
      var most = 1;
      mainLine().forEach(function (i) { if (i) most = Math.max(most, game.tree[i].more.k || 0); });
      var left = function (side) {
        return function (n, ply) { return ply && n.more.k !== undefined && n.white === side ? Math.max(n.more.k, 0) : null; };
      };
      curve('Time left: ' + clock(most) + ' at the top', most, [{ name: 'one', label: 'White', value: left(true) },
        { name: 'two', label: 'Black', value: left(false) }], {});
    }
  }
  function verdict(v) {
    return v[0].replace('-', ' ') + (isFault({ more: { v: v } }) ? ', ' + Math.round(v[1] * 100) + ' % of a point lost' : '');
  }
  function clock(ms) {
    var tenths = Math.round(Math.abs(ms) / 100), s = Math.round(Math.abs(ms) / 1000);
    if (tenths < 200) return (ms < 0 ? '-' : '') + (tenths / 10).toFixed(1) + ' s';
    return (ms < 0 ? '-' : '') + Math.floor(s / 60) + ':' + (s % 60 < 10 ? '0' : '') + (s % 60);
  }

  /* ---- all of it ---- */

  /* Results count from the side that begins, so it is named first, and so are its numbers. */
  function pair(g, what) {
    var both = [tag(g, 'White' + what) || '?', tag(g, 'Black' + what) || '?'];
    if (data.boards[g.board].first) both.reverse();
    return [both[0], ' – ', both[1]];
  }
  function isKnown(name) { return name !== '' && name !== '?'; }
  function isGame(g) { return isKnown(tag(g, 'White')) || isKnown(tag(g, 'Black')); }
  /* A composition has an author. */
  function isComposition(g) { return isKnown(tag(g, 'Author')) && (tag(g, 'ProblemVerdict') !== '' || !isGame(g)); }
  function names(g) { return isComposition(g) ? [tag(g, 'Author')] : pair(g, ''); }
  function accuracy() {
    return tag(game, 'WhiteAccuracy') || tag(game, 'BlackAccuracy') ? 'accuracy ' + pair(game, 'Accuracy').join('') : '';
  }
  function date() { return tag(game, 'Date').replace(/[.?]*$/, ''); } /* what is known of it */
  function showGame() {
    clear(head);
    addWords(head, names(game).concat(game.result ? ['  ', game.result] : []));
    var words = [isComposition(game) && isGame(game) && pair(game, '').join(''), tag(game, 'Event'), /[^?-]/.test(tag(game, 'Round')) && 'round ' + tag(game, 'Round'), date(), tag(game, 'Opening'),
      tag(game, 'Reason'), tag(game, 'ReasonDetail'), accuracy(), tag(game, 'DecisiveMove') && 'decided by ' + tag(game, 'DecisiveMove'),
      tag(game, 'ProblemVerdict') && tag(game, 'ProblemVerdict').replace(/-/g, ' ') + ' (' + tag(game, 'ProblemProof') + ')',
      tag(game, 'Unjudged') && 'not analysed: ' + tag(game, 'Unjudged')];
    clear(facts);
    words.filter(function (w) { return w && w !== '?'; }).forEach(function (w, i) { addWords(facts, i ? [' · ', w] : [w]); });
    slider.max = String(mainLine().length - 1);
    drawMoves();
    drawCurves();
    Array.prototype.forEach.call(list.querySelectorAll('button'), function (b, i) {
      b.setAttribute('aria-pressed', String(i === number));
    });
  }
  function show() {
    var node = game.tree[at], line = mainLine(), place = line.indexOf(at), words = [];
    drawBoard();
    if (at) {
      words.push(label(node) + (node.more.n || ''));
      if (node.more.m !== undefined) words.push((node.more.m < 0 ? 'Black' : 'White') + ' wins in ' + Math.abs(node.more.m));
      else if (node.more.e !== undefined) words.push((node.more.e > 0 ? '+' : '') + (node.more.e / 100).toFixed(2));
      if (node.more.w) words.push('White wins ' + node.more.w[0] / 10 + ' %, draw ' + node.more.w[1] / 10 + ' %, Black wins ' + node.more.w[2] / 10 + ' %');
      if (node.more.v && node.more.v[0] !== 'good') words.push(verdict(node.more.v));
      if (isNovelty(node)) words.push('novelty');
      if (node.more.t !== undefined) words.push((node.more.t / 1000).toFixed(node.more.t < 10000 ? 2 : 1) + ' s');
      if (node.more.k !== undefined) words.push(clock(node.more.k) + ' left');
    } else {
      words.push('Start of the game');
    }
    status.textContent = words.join(' · ');
    if (place >= 0) slider.value = String(place);
    buttons.forEach(function (b, i) {
      if (i === at) {
        b.setAttribute('aria-current', 'true');
        var top = b.offsetTop; /* in the list, which scrolls; the page stays */
        if (top < moves.scrollTop || top + b.offsetHeight > moves.scrollTop + moves.clientHeight) moves.scrollTop = top - moves.clientHeight / 2;
      } else {
        b.removeAttribute('aria-current');
      }
    });
    Array.prototype.forEach.call(curves.querySelectorAll('.here'), function (l) {
      var x = Math.max(place, 0) * 300 / Math.max(line.length - 1, 1);
      l.setAttribute('x1', x);
      l.setAttribute('x2', x);
    });
  }

  /* Whether a key scrolls the table or list that has the keyboard: one that is wider or longer than its place. */
  function scrolls(target, key) {
    if (!target.closest || !/^(Arrow|Home|End)/.test(key)) return false;
    return target.closest('.wide') || (target.closest('.list') && !/^Arrow(Left|Right)$/.test(key));
  }
  button('«', 'Start', function () { go(0); });
  button('◀', 'Back', back);
  button('▶', 'Forward', forward);
  button('»', 'End', end);
  button('⇅', 'Turn the board', turn);
  slider.addEventListener('input', function () { go(mainLine()[Number(slider.value)] || 0); });
  bar.appendChild(slider);
  document.addEventListener('keydown', function (event) {
    var keys = {
      ArrowLeft: back, ArrowRight: forward, Home: function () { go(0); }, End: end, f: turn,
      ArrowUp: function () { sideways(-1); }, ArrowDown: function () { sideways(1); },
      '[': function () { change(-1); }, ']': function () { change(1); }
    };
    /* AltGr, with which many keyboards write [ and ], may come as Ctrl and Alt. */
    var command = event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'));
    if (command || !keys[event.key]) return;
    if (scrolls(event.target, event.key)) return;
    if ((event.key === 'ArrowUp' || event.key === 'ArrowDown') && (at === 0 || game.tree[game.tree[at].parent].children.length < 2)) return;
    keys[event.key]();
    event.preventDefault();
  });
  if (data.games.length > 1) {
    data.games.forEach(function (g, i) {
      var b = element('button', { type: 'button' });
      addWords(b, [tag(g, 'Round'), ' '].concat(names(g), [' ', g.result]));
      b.addEventListener('click', function () { open(i); });
      list.appendChild(b);
    });
    root.appendChild(list);
  }
  var left = element('div', { 'class': 'left' }), right = element('div', { 'class': 'right' });
  [head, facts].forEach(function (e) { root.appendChild(e); });
  [frame, bar, status].forEach(function (e) { left.appendChild(e); });
  [moves, curves].forEach(function (e) { right.appendChild(e); });
  root.appendChild(left);
  root.appendChild(right);
  open(0);
}());
