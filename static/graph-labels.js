// Finds places for the names in a graph: beside their nodes, and covering neither nodes, links nor each other. A name
// without such a place may cover links, which its plate then hides.
"use strict";
window.chaffinchLabels = (context) => {
  const MAX_WIDTH = 130;
  const SHORT_WIDTH = 56;
  const LINE = 15;
  // Distances of a name from its node in pixels.
  const GAPS = [2, 8, 16, 26];
  // Distance from which a line leads from a node to its name.
  const FAR = 12;
  const MAX_CANDIDATES = 600;
  // Number of links from which names may cover them, as there is no room beside.
  const MANY_LINKS = 3000;
  // Squares of this size say what is near a place.
  const CELL = 24;
  // Beside a node, above and below it, and at its corners, then between these.
  const DIRECTIONS = [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1], [1, 0.5], [1, -0.5], [-1, 0.5], [-1, -0.5], [0.5, 1], [-0.5, 1], [0.5, -1], [-0.5, -1]];

  // Returns a name that is not wider than this: its start and its end, as names of one class often start the same. The
  // marks around it keep its direction apart from that of the page.
  const shorten = (name, width) => {
    const letters = Array.from(name);
    const isolated = (text) => `\u2068${text}\u2069`;
    if (context.measureText(isolated(name)).width <= width) return isolated(name);
    let [least, most] = [1, letters.length - 1];
    const text = (count) => isolated(`${letters.slice(0, Math.ceil(count * 0.6)).join("")}…${letters.slice(letters.length - Math.floor(count * 0.4)).join("")}`);
    while (least < most) {
      const middle = Math.ceil((least + most) / 2);
      if (context.measureText(text(middle)).width <= width) least = middle;
      else most = middle - 1;
    }
    return text(least);
  };
  const label = (name, width) => {
    const text = shorten(name, width);
    return { text, width: context.measureText(text).width };
  };
  const measure = (nodes) => {
    for (const node of nodes) {
      if (node.labels) continue;
      const full = label(node.name, MAX_WIDTH);
      node.labels = full.width > SHORT_WIDTH ? [full, label(node.name, SHORT_WIDTH)] : [full];
      node.labelWidth = full.width;
    }
  };

  const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  // Returns whether a line crosses a box (Liang and Barsky).
  const crosses = ({ x1, y1, x2, y2 }, box) => {
    let [from, to] = [0, 1];
    for (const [delta, start, least, most] of [[x2 - x1, x1, box.left, box.right], [y2 - y1, y1, box.top, box.bottom]]) {
      if (delta === 0) {
        if (start < least || start > most) return false;
        continue;
      }
      const [one, other] = [(least - start) / delta, (most - start) / delta];
      from = Math.max(from, Math.min(one, other));
      to = Math.min(to, Math.max(one, other));
    }
    return from <= to;
  };
  const cellsOf = (box) => {
    const found = [];
    for (let column = Math.floor(box.left / CELL); column <= Math.floor(box.right / CELL); column += 1) {
      for (let row = Math.floor(box.top / CELL); row <= Math.floor(box.bottom / CELL); row += 1) found.push(column * 10_000 + row);
    }
    return found;
  };
  const index = () => {
    const cells = new Map();
    const add = (cell, item) => {
      if (cells.has(cell)) cells.get(cell).push(item);
      else cells.set(cell, [item]);
    };
    return {
      addBox: (box) => cellsOf(box).forEach((cell) => add(cell, box)),
      addLine: (line, view) => {
        const steps = Math.ceil(2 * Math.hypot(line.x2 - line.x1, line.y2 - line.y1) / CELL);
        for (let at = 0; at <= steps; at += 1) {
          const [x, y] = [line.x1 + (line.x2 - line.x1) * at / steps, line.y1 + (line.y2 - line.y1) * at / steps];
          if (x < 0 || y < 0 || x > view.width || y > view.height) continue;
          cellsOf({ left: x - 6, right: x + 6, top: y - 6, bottom: y + 6 }).forEach((cell) => add(cell, line));
        }
      },
      meets: (box, test) => cellsOf(box).some((cell) => cells.get(cell)?.some((item) => test(item, box))),
    };
  };
  // Returns the direction away from the neighbours of a node.
  const away = (node) => {
    let [dx, dy] = [0, 0];
    for (const { a, b } of node.links) {
      const other = a === node ? b : a;
      const length = Math.hypot(node.x - other.x, node.y - other.y) || 1;
      dx += (node.x - other.x) / length;
      dy += (node.y - other.y) / length;
    }
    return [dx, dy];
  };
  const boxAt = (x, y, width) => ({ left: x - width / 2 - 2, right: x + width / 2 + 2, top: y - LINE / 2, bottom: y + LINE / 2 });

  // Returns the places around a node at which its name may be, best first: away from its links and near.
  const aroundNode = (node, { width }, on) => {
    const [awayX, awayY] = away(node);
    const [x, y, r] = [on.x(node), on.y(node), on.radius(node)];
    const turn = ([ux, uy]) => (ux * awayX + uy * awayY) / Math.hypot(ux, uy);
    const directions = [...DIRECTIONS].sort((one, other) => turn(other) - turn(one));
    return GAPS.flatMap((gap) => directions.map(([ux, uy]) => {
      const isBeside = Math.abs(uy) < 1;
      return boxAt(x + ux * (isBeside ? r + gap + width / 2 + 2 : width / 2 + r / 2), y + uy * (isBeside ? LINE : r + gap + LINE / 2), width);
    }));
  };
  // Returns the places outside of the corners and sides of an outline, the upper ones first.
  const aroundOutline = ({ corners }, { width }, on) => {
    const mean = (of) => corners.reduce((sum, corner) => sum + of(corner), 0) / corners.length;
    const middle = { x: mean((corner) => corner.x), y: mean((corner) => corner.y) };
    const sides = corners.map((one, at) => ({ x: (one.x + corners.at(at - 1).x) / 2, y: (one.y + corners.at(at - 1).y) / 2 }));
    return [...corners, ...sides].sort((one, other) => one.y - other.y).map(({ x, y }) => {
      const length = Math.hypot(x - middle.x, y - middle.y) || 1;
      const [ux, uy] = [(x - middle.x) / length, (y - middle.y) / length];
      return boxAt(x + ux * (on.outline + width / 2 + 5), y + uy * (on.outline + LINE / 2 + 3), width);
    });
  };
  // Returns the place of a name relative to its node.
  const tagOf = (node, text, box, plate, on) => {
    const [x, y] = [on.x(node), on.y(node)];
    // The nearest place of the box, for a line to a node that is further away.
    const [nearX, nearY] = [Math.max(box.left, Math.min(box.right, x)) - x, Math.max(box.top, Math.min(box.bottom, y)) - y];
    const lead = !node.members && Math.hypot(nearX, nearY) > on.radius(node) + FAR ? [nearX, nearY] : null;
    return { text, dx: (box.left + box.right) / 2 - x, dy: (box.top + box.bottom) / 2 - y, half: (box.right - box.left) / 2, plate, lead };
  };

  // Returns the places of names by node and outline. `on` has the places on the screen. Nodes in `first` come first, those
  // that have a place in `kept` keep it, and outlined groups come last.
  const place = ({ nodes, links, outlines, first, kept }, on) => {
    const { view } = on;
    const [boxes, lines, tags] = [index(), index(), new Map()];
    const seen = nodes.filter((node) => on.x(node) > 0 && on.x(node) < view.width && on.y(node) > 0 && on.y(node) < view.height);
    for (const node of seen) {
      const [x, y, r] = [on.x(node), on.y(node), on.radius(node)];
      boxes.addBox({ left: x - r, right: x + r, top: y - r, bottom: y + r });
      const tag = kept.get(node);
      if (!tag) continue;
      tags.set(node, tag);
      boxes.addBox(boxAt(x + tag.dx, y + tag.dy, 2 * tag.half - 4));
    }
    if (links.length < MANY_LINKS) for (const { a, b } of links) lines.addLine({ x1: on.x(a), y1: on.y(a), x2: on.x(b), y2: on.y(b) }, view);
    const inside = (box) => box.left > 0 && box.right < view.width && box.top > 0 && box.bottom < view.height;
    const isFree = (box) => inside(box) && !boxes.meets(box, overlap);
    const isClear = (box) => isFree(box) && !lines.meets(box, crosses);
    const take = (item, text, box, plate) => {
      boxes.addBox(box);
      tags.set(item, tagOf(item, text, box, plate, on));
    };
    const isFirst = (node) => Number(first.has(node));
    const order = seen.filter((node) => !tags.has(node)).sort((a, b) => isFirst(b) - isFirst(a) || b.links.length - a.links.length || a.at - b.at);
    for (const node of order.slice(0, MAX_CANDIDATES)) {
      for (const { text, width } of node.labels) {
        const candidates = aroundNode(node, { width }, on);
        const clear = candidates.find(isClear);
        const box = clear ?? candidates.find(isFree);
        if (!box) continue;
        take(node, text, box, !clear);
        break;
      }
    }
    for (const outline of outlines) {
      const { text, width } = label(outline.name, MAX_WIDTH);
      const box = aroundOutline(outline, { width }, on).find(isClear);
      if (box) take(outline, text, box, false);
    }
    return tags;
  };
  return { LINE, measure, place };
};
