// Draws a graph of submissions on a canvas: outlined groups, links, nodes and names. It knows nothing about layout and
// input; graph.js has both. Colours are the custom properties of the style sheets.
"use strict";
window.chaffinchCanvas = (canvas, root) => {
  const screen = canvas.getContext("2d");
  // The picture without highlights. While nothing else changes, it is copied.
  const picture = document.createElement("canvas");
  const resting = picture.getContext("2d");
  const labels = window.chaffinchLabels(resting);
  const view = { k: 1, x: 0, y: 0, width: 0, height: 0 };
  // Number of nodes and of links from which a picture is simpler.
  const MANY = 600;
  const MANY_LINKS = 3000;
  // Distance in pixels in which the pointer finds nodes and links, and of an outline from its members.
  const NEAR = 5;
  const OUTLINE = 17;
  const LEVELS = ["beyond", "unlikely", "weak"];
  const THIN = 1.2;
  const WIDTHS = 5.5;
  let context = resting;
  let ratio = 1;
  let colours = {};
  let font = "12px sans-serif";
  let sprites = new Map();
  // The places of names beside nodes and outlines.
  let tags = new Map();

  // A custom property keeps `light-dark()` as text. Only a property that uses it has the colour of the theme.
  const probe = document.createElement("span");
  probe.hidden = true;
  root.append(probe);
  const readColours = () => {
    const read = (name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    const names = ["sheet", "ink", "soft", "outline", "outline-line", ...LEVELS.map((level) => `link-${level}`)];
    colours = Object.fromEntries(names.map((name) => [name, read(name)]));
    colours.groups = Array.from({ length: Number(root.dataset.colours) + 1 }, (_, at) => read(`group-${at}`));
    font = `12px ${getComputedStyle(canvas).fontFamily}`;
    sprites = new Map();
  };
  const resize = () => {
    view.width = canvas.clientWidth;
    view.height = canvas.clientHeight;
    ratio = window.devicePixelRatio || 1;
    for (const each of [canvas, picture]) {
      each.width = Math.round(view.width * ratio);
      each.height = Math.round(view.height * ratio);
    }
    sprites = new Map();
  };
  const measure = (nodes) => {
    resting.font = font;
    labels.measure(nodes);
  };

  const radius = (node) => Math.min(11, Math.max(2.5, node.r * Math.sqrt(view.k)));
  const x = (node) => node.x * view.k + view.x;
  const y = (node) => node.y * view.k + view.y;
  const on = { view, x, y, radius, outline: OUTLINE };

  // Nodes are copied from small pictures: thousands of circles are slow to fill without a graphics processor.
  const sprite = (node, line) => {
    const r = Math.round(radius(node) * 2) / 2;
    const key = `${node.colour} ${node.archived} ${r} ${line}`;
    let found = sprites.get(key);
    if (!found) {
      // Whole pixels are copied, and fractions would be computed anew for every node.
      const half = Math.ceil(r + 3);
      found = document.createElement("canvas");
      found.half = half;
      found.width = Math.ceil(2 * half * ratio);
      found.height = found.width;
      const pen = found.getContext("2d");
      pen.scale(ratio, ratio);
      pen.beginPath();
      if (node.archived) pen.rect(half - r * 0.9, half - r * 0.9, r * 1.8, r * 1.8);
      else pen.arc(half, half, r, 0, 2 * Math.PI);
      pen.fillStyle = colours.groups[node.colour];
      pen.fill();
      pen.lineWidth = { sheet: 1, near: 2, end: 4 }[line];
      pen.strokeStyle = line === "sheet" ? colours.sheet : colours.ink;
      pen.stroke();
      sprites.set(key, found);
    }
    return found;
  };
  const drawNodes = (nodes, line) => {
    for (const node of nodes) {
      const copied = sprite(node, line);
      const left = Math.round((x(node) - copied.half) * ratio) / ratio;
      const top = Math.round((y(node) - copied.half) * ratio) / ratio;
      if (left > view.width || top > view.height || left < -2 * copied.half || top < -2 * copied.half) continue;
      context.drawImage(copied, left, top, copied.width / ratio, copied.height / ratio);
    }
  };
  // Thousands of nodes that move are squares of whole pixels, the fastest that a canvas can draw.
  const drawSquares = (nodes) => {
    colours.groups.forEach((colour, group) => {
      context.fillStyle = colour;
      for (const node of nodes) {
        if (node.colour !== group) continue;
        const side = Math.round(1.7 * radius(node));
        context.fillRect(Math.round(x(node) - side / 2), Math.round(y(node) - side / 2), side, side);
      }
    });
  };

  // Draws links, those of one colour and width together. A line of one device pixel is much faster than a thicker one.
  const drawLinks = (links, thin, more = 0) => {
    const styles = new Map();
    for (const link of links) {
      const [x1, y1, x2, y2] = [x(link.a), y(link.a), x(link.b), y(link.b)];
      if (Math.max(x1, x2) < 0 || Math.min(x1, x2) > view.width || Math.max(y1, y2) < 0 || Math.min(y1, y2) > view.height) continue;
      const key = thin ? LEVELS.indexOf(link.kind) : LEVELS.indexOf(link.kind) + LEVELS.length * Math.round(4 * link.weight);
      if (!styles.has(key)) styles.set(key, []);
      styles.get(key).push(link);
    }
    const scale = Math.min(1, Math.max(0.5, view.k));
    // What is weaker lies below.
    for (const [, alike] of [...styles].sort(([, [one]], [, [other]]) => one.weight - other.weight)) {
      const [{ kind, weight }] = alike;
      context.strokeStyle = colours[`link-${kind}`];
      context.lineWidth = thin ? 1 / ratio : (THIN + WIDTHS * weight) * scale + more;
      context.setLineDash(kind === "weak" && !thin ? [5, 4] : []);
      // Long paths take more than proportional time.
      for (let from = 0; from < alike.length; from += 200) {
        context.beginPath();
        for (const link of alike.slice(from, from + 200)) {
          context.moveTo(x(link.a), y(link.a));
          context.lineTo(x(link.b), y(link.b));
        }
        context.stroke();
      }
    }
    context.setLineDash([]);
  };

  // Returns the corners of the smallest convex shape around places (monotone chain).
  const hull = (places) => {
    const sorted = [...places].sort((one, other) => one.x - other.x || one.y - other.y);
    const turn = (a, b, c) => (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
    const half = (all) => {
      const chain = [];
      for (const each of all) {
        while (chain.length > 1 && turn(chain.at(-2), chain.at(-1), each) <= 0) chain.pop();
        chain.push(each);
      }
      return chain.slice(0, -1);
    };
    return sorted.length < 2 ? sorted : [...half(sorted), ...half(sorted.reverse())];
  };
  const drawOutlines = (outlines) => {
    context.lineJoin = "round";
    for (const outline of outlines) {
      [outline.x, outline.y] = [outline.members[0].x, outline.members[0].y];
      const corners = hull(outline.members.map((node) => ({ x: x(node), y: y(node) })));
      outline.corners = corners;
      context.beginPath();
      for (const corner of corners) context.lineTo(corner.x, corner.y);
      context.closePath();
      for (const [colour, width] of [["outline-line", 2 * OUTLINE + 2], ["outline", 2 * OUTLINE]]) {
        context.strokeStyle = colours[colour];
        context.lineWidth = width;
        context.stroke();
      }
      context.fillStyle = colours.outline;
      context.fill();
    }
  };

  // Draws names. On a plate, a name hides what is below it.
  const drawLabels = (tags, items, colour, plates) => {
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    const placed = items.filter((item) => tags.has(item)).map((item) => {
      const tag = tags.get(item);
      return { item, tag, left: x(item) + tag.dx, top: y(item) + tag.dy };
    });
    for (const { tag, left, top } of placed) {
      if (!plates && !tag.plate) continue;
      context.fillStyle = colours.sheet;
      context.beginPath();
      context.roundRect(left - tag.half, top - labels.LINE / 2, 2 * tag.half, labels.LINE, 4);
      context.fill();
    }
    context.strokeStyle = colours.soft;
    context.lineWidth = 0.7;
    for (const { item, tag } of placed.filter(({ tag }) => tag.lead)) {
      context.beginPath();
      context.moveTo(x(item), y(item));
      context.lineTo(x(item) + tag.lead[0], y(item) + tag.lead[1]);
      context.stroke();
    }
    context.strokeStyle = colours.sheet;
    context.lineWidth = 3;
    context.fillStyle = colours[colour];
    for (const { item, tag, left, top } of placed) {
      if (!plates && !item.members) context.strokeText(tag.text, left, top);
      context.fillText(tag.text, left, top);
    }
  };

  const start = () => {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, view.width, view.height);
    context.font = font;
  };
  // Draws the picture without highlights. While it moves, names keep their places beside the nodes, and a large graph is
  // simpler.
  const drawPicture = ({ nodes, links, outlines, moving }) => {
    context = resting;
    start();
    const simple = moving && nodes.length > MANY;
    if (!simple) drawOutlines(outlines);
    drawLinks(links, simple || links.length > MANY_LINKS);
    if (simple) return drawSquares(nodes);
    drawNodes(nodes, "sheet");
    if (!moving) tags = labels.place({ nodes, links, outlines, first: new Set(), kept: new Map() }, on);
    drawLabels(tags, outlines, "soft");
    drawLabels(tags, nodes, "ink");
  };
  const drawNear = ({ nodes, links, ends }) => {
    drawLinks(links, false, 1.5);
    drawNodes(nodes, "near");
    drawNodes(ends, "end");
    const named = labels.place({ nodes: [...nodes], links, outlines: [], first: ends, kept: tags }, on);
    // What the reader points at always has its name.
    for (const node of ends) {
      if (!named.has(node)) named.set(node, { text: node.labels[0].text, dx: 0, dy: radius(node) + labels.LINE / 2 + 2, half: node.labelWidth / 2 + 2 });
    }
    drawLabels(named, [...nodes], "ink", true);
  };
  // Shows the picture. `near` has the nodes and links that are highlighted, or is null; `changed` says whether anything but
  // `near` is new. Returns the number of nodes that have a name.
  const draw = ({ near, changed, ...graph }) => {
    if (changed) drawPicture(graph);
    context = screen;
    start();
    context.globalAlpha = near ? 0.3 : 1;
    context.drawImage(picture, 0, 0, view.width, view.height);
    context.globalAlpha = 1;
    if (near) drawNear(near);
    return graph.nodes.filter((node) => tags.has(node)).length;
  };

  // Returns the distance of a place from a line between two others.
  const awayFrom = (left, top, one, other) => {
    const [dx, dy] = [other.x - one.x, other.y - one.y];
    const along = Math.min(1, Math.max(0, ((left - one.x) * dx + (top - one.y) * dy) / (dx * dx + dy * dy || 1)));
    return Math.hypot(one.x + along * dx - left, one.y + along * dy - top);
  };
  // Returns whether a place is inside of an outline: of its corners, or near one of its sides.
  const holds = (corners, left, top) => {
    const sides = corners.map((one, at) => [one, corners.at(at - 1)]);
    return sides.every(([one, other]) => (one.x - other.x) * (top - other.y) >= (one.y - other.y) * (left - other.x))
      || sides.some(([one, other]) => awayFrom(left, top, one, other) < OUTLINE);
  };
  // Returns the node, or else the link, or else the outlined group at a place of the canvas; null if there is none.
  const at = ({ nodes, links, outlines }, left, top) => {
    let best = null;
    let distance = NEAR;
    for (const node of nodes) {
      const away = Math.hypot(x(node) - left, y(node) - top) - radius(node);
      if (away < distance) [best, distance] = [{ node }, away];
    }
    if (best) return best;
    for (const link of links) {
      const away = awayFrom(left, top, { x: x(link.a), y: y(link.a) }, { x: x(link.b), y: y(link.b) });
      if (away < distance) [best, distance] = [{ link }, away];
    }
    if (best) return best;
    const outline = outlines.find(({ corners }) => corners && holds(corners, left, top));
    return outline ? { outline } : null;
  };
  return { view, x, y, readColours, resize, measure, draw, at };
};
