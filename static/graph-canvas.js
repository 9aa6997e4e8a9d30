// Draws a graph of submissions on a canvas: edges, nodes, and names that cover neither nodes nor each other. It knows
// nothing about layout and input; graph.js has both. Colours are the custom properties of the style sheets.
"use strict";
window.chaffinchCanvas = (canvas, root) => {
  const context = canvas.getContext("2d");
  const view = { k: 1, x: 0, y: 0, width: 0, height: 0 };
  // Square pixels of the picture for one name.
  const AREA_A_LABEL = 4500;
  // Number of nodes from which a moving picture is simpler.
  const MANY = 600;
  const MAX_CANDIDATES = 500;
  const LABEL_WIDTH = 130;
  const LINE = 15;
  // Distance in pixels in which the pointer finds nodes and edges.
  const NEAR = 5;
  // Width and opacity of edges by weight, weakest first.
  const WEIGHTS = [[1.2, 0.6], [1.7, 0.7], [2.4, 0.8], [3.2, 0.95]];
  let ratio = 1;
  let colours = {};
  let font = "12px sans-serif";
  let sprites = new Map();

  // A custom property keeps `light-dark()` as text. Only a property that uses it has the colour of the theme.
  const probe = document.createElement("span");
  probe.hidden = true;
  root.append(probe);
  const readColours = () => {
    const read = (name) => {
      probe.style.color = `var(--${name})`;
      return getComputedStyle(probe).color;
    };
    colours = Object.fromEntries(["sheet", "ink", "soft", "accent", "edge"].map((name) => [name, read(name)]));
    colours.groups = Array.from({ length: Number(root.dataset.colours) + 1 }, (_, at) => read(`group-${at}`));
    font = `12px ${getComputedStyle(canvas).fontFamily}`;
    sprites = new Map();
  };

  const resize = () => {
    view.width = canvas.clientWidth;
    view.height = canvas.clientHeight;
    ratio = window.devicePixelRatio || 1;
    canvas.width = Math.round(view.width * ratio);
    canvas.height = Math.round(view.height * ratio);
    sprites = new Map();
  };

  const radius = (node) => Math.min(11, Math.max(3, node.r * Math.sqrt(view.k)));
  const x = (node) => node.x * view.k + view.x;
  const y = (node) => node.y * view.k + view.y;

  // Nodes are copied from small pictures: thousands of circles are slow to fill without a graphics processor.
  const sprite = (node, line) => {
    const r = Math.round(radius(node) * 2) / 2;
    const key = `${node.colour} ${node.archived} ${r} ${line}`;
    let found = sprites.get(key);
    if (!found) {
      // Whole pixels are copied, and fractions would be computed anew for every node.
      const half = Math.ceil(r + 2);
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
      pen.lineWidth = line === "sheet" ? 1 : 2;
      pen.strokeStyle = colours[line];
      pen.stroke();
      sprites.set(key, found);
    }
    return found;
  };
  const drawNodes = (nodes, line) => {
    for (const node of nodes) {
      const picture = sprite(node, line);
      const left = Math.round((x(node) - picture.half) * ratio) / ratio;
      const top = Math.round((y(node) - picture.half) * ratio) / ratio;
      if (left > view.width || top > view.height || left < -2 * picture.half || top < -2 * picture.half) continue;
      context.drawImage(picture, left, top, picture.width / ratio, picture.height / ratio);
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

  // A line of one device pixel is much faster than a thicker one, so thick lines wait until the picture rests.
  const drawLinks = (links, fast, colour, fade) => {
    context.strokeStyle = colour;
    const scale = Math.min(1.3, Math.max(0.6, view.k));
    WEIGHTS.forEach(([width, opacity], weight) => {
      context.lineWidth = fast ? 1 / ratio : width * scale;
      context.globalAlpha = opacity * fade;
      context.beginPath();
      let open = 0;
      for (const link of links) {
        if (link.weight !== weight) continue;
        const [x1, y1, x2, y2] = [x(link.source), y(link.source), x(link.target), y(link.target)];
        if (Math.max(x1, x2) < 0 || Math.min(x1, x2) > view.width || Math.max(y1, y2) < 0 || Math.min(y1, y2) > view.height) continue;
        context.moveTo(x1, y1);
        context.lineTo(x2, y2);
        open += 1;
        // Long paths take more than proportional time.
        if (open % 200 === 0) {
          context.stroke();
          context.beginPath();
        }
      }
      context.stroke();
    });
    context.globalAlpha = 1;
  };

  const shortened = (node) => {
    if (node.label === undefined) {
      const letters = Array.from(node.name);
      let length = letters.length;
      const text = () => (length < letters.length ? `${letters.slice(0, length).join("")}…` : node.name);
      while (length > 1 && context.measureText(text()).width > LABEL_WIDTH) length = Math.min(length - 1, Math.ceil(length * 0.9));
      node.label = text();
      node.labelWidth = context.measureText(node.label).width;
    }
    return node.label;
  };
  // Squares of this size say which nodes are near a place.
  const CELL = 32;
  const cells = (box, visit) => {
    for (let column = Math.floor(box.left / CELL); column <= Math.floor(box.right / CELL); column += 1) {
      for (let row = Math.floor(box.top / CELL); row <= Math.floor(box.bottom / CELL); row += 1) {
        if (visit(`${column} ${row}`)) return true;
      }
    }
    return false;
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
  const overlap = (one, other) => one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
  const drawLabels = (nodes, always) => {
    context.font = font;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const taken = new Map();
    const take = (box, owner) => cells(box, (cell) => {
      if (!taken.has(cell)) taken.set(cell, []);
      taken.get(cell).push({ box, owner });
      return false;
    });
    const isFree = (box, owner) => !cells(box, (cell) => (taken.get(cell) ?? []).some((each) => each.owner !== owner && overlap(each.box, box)));
    const inView = (node) => x(node) > 0 && x(node) < view.width && y(node) > 0 && y(node) < view.height;
    const seen = nodes.filter(inView);
    for (const node of seen) {
      const r = radius(node);
      take({ left: x(node) - r, right: x(node) + r, top: y(node) - r, bottom: y(node) + r }, node);
    }
    const first = seen.filter((node) => always.has(node));
    const others = seen.filter((node) => !always.has(node)).sort((a, b) => b.degree - a.degree || a.at - b.at);
    const labels = [];
    const most = view.width * view.height / AREA_A_LABEL;
    for (const node of [...first, ...others].slice(0, MAX_CANDIDATES)) {
      if (labels.length >= most && !always.has(node)) break;
      const text = shortened(node);
      const [half, r] = [node.labelWidth / 2 + 2, radius(node)];
      // Where its edges do not go comes first.
      const [awayX, awayY] = away(node);
      const sides = [[0, r + LINE / 2 + 1], [0, -r - LINE / 2 - 1], [r + half + 1, 0], [-r - half - 1, 0]]
        .sort(([ax, ay], [bx, by]) => (bx * awayX + by * awayY) / Math.hypot(bx, by) - (ax * awayX + ay * awayY) / Math.hypot(ax, ay));
      const places = sides.map(([dx, dy]) => {
        // Names at the edge of the picture stay inside it.
        const middle = Math.min(view.width - half, Math.max(half, x(node) + dx));
        return { text, node, x: middle, y: y(node) + dy, left: middle - half, right: middle + half, top: y(node) + dy - LINE / 2, bottom: y(node) + dy + LINE / 2 };
      });
      const fits = (box) => box.top > 0 && box.bottom < view.height && isFree(box, null);
      const place = places.find(fits) ?? (always.has(node) ? places[0] : undefined);
      if (!place) continue;
      take(place, place);
      labels.push(place);
    }
    context.lineJoin = "round";
    context.lineWidth = 4;
    context.strokeStyle = colours.sheet;
    for (const label of labels) context.strokeText(label.text, label.x, label.y);
    for (const label of labels) {
      context.fillStyle = always.has(label.node) ? colours.ink : colours.soft;
      context.fillText(label.text, label.x, label.y);
    }
    return labels;
  };

  // Draws nodes and links. `near` has the nodes and links that are highlighted, or is null. `fast` leaves out names and
  // widths, while the picture moves. Returns the names that were drawn.
  const draw = ({ nodes, links, near, fast }) => {
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, view.width, view.height);
    const thin = fast || links.length > 3000;
    drawLinks(links, thin, colours.edge, near ? 0.3 : 1);
    if (near) {
      context.globalAlpha = 0.35;
      drawNodes(nodes.filter((node) => !near.nodes.has(node)), "sheet");
      context.globalAlpha = 1;
      drawLinks(near.links, false, colours.accent, 1);
      drawNodes(near.nodes, "ink");
    } else if (fast && nodes.length > MANY) {
      drawSquares(nodes);
    } else {
      drawNodes(nodes, "sheet");
    }
    if (fast && nodes.length > 150) return [];
    // Names of others would only distract from those that are meant.
    return drawLabels(near ? [...near.nodes] : nodes, near?.nodes ?? new Set());
  };
  // Returns the node, or else the link, at a place of the canvas; null if there is none.
  const at = (nodes, links, left, top) => {
    let best = null;
    let distance = NEAR;
    for (const node of nodes) {
      const away = Math.hypot(x(node) - left, y(node) - top) - radius(node);
      if (away < distance) [best, distance] = [{ node }, away];
    }
    if (best) return best;
    for (const link of links) {
      const [x1, y1] = [x(link.a), y(link.a)];
      const [dx, dy] = [x(link.b) - x1, y(link.b) - y1];
      const along = Math.min(1, Math.max(0, ((left - x1) * dx + (top - y1) * dy) / (dx * dx + dy * dy || 1)));
      const away = Math.hypot(x1 + along * dx - left, y1 + along * dy - top);
      if (away < distance) [best, distance] = [{ link }, away];
    }
    return best;
  };
  return { view, readColours, resize, draw, at };
};
