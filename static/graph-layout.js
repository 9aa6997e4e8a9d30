// What a graph of submissions consists of, and where its parts lie: reads the data of the page, finds the components,
// lays each out (d3-force) and packs them into rows. The same graph always gets the same layout.
"use strict";
window.chaffinchGraph = (() => {
  const { d3 } = window;
  const ALPHA_MIN = 0.02;
  // Number of nodes of a component from which its layout takes shortcuts.
  const LARGE = 600;
  // Distance of two submissions that form a component, and space around components, in pixels.
  const PAIR = 72;
  const MARGIN = 22;
  const MAX_LABEL_MARGIN = 75;
  // Widths that packing tries.
  const TRIED = 24;
  // Scale below which names have no room anyway.
  const MIN_SCALE = 0.35;
  // Least members of an outlined group. The line of two says it all.
  const OUTLINED = 3;
  // Strength of links between two outlined groups, relative to others.
  const BETWEEN = 0.15;

  const lines = (template) => template.content.textContent.split("\n").filter((line) => line !== "");
  const read = (root) => {
    const levels = Array.from(root.querySelectorAll(".graph-legend .level"));
    const outlines = lines(root.querySelector("[data-outlines]")).map((line) => {
      const [name, address] = line.split("\t");
      return { name, address };
    });
    const nodes = lines(root.querySelector("[data-nodes]")).map((line, at) => {
      const [id, colour, archived, name, group, outline] = line.split("\t");
      return { id, at, colour: Number(colour), archived: archived === "1", name, group, outline: outlines[Number(outline) - 1], links: [] };
    });
    const links = lines(root.querySelector("[data-links]")).map((line) => {
      const [a, b, score, shown, level, bits, left, right, longest, opens] = line.split("\t");
      return { a: nodes[a], b: nodes[b], source: nodes[a], target: nodes[b], score: Number(score), shown, level: levels[level], kind: levels[level].classList[1], bits: Number(bits), left, right, longest, opens: opens === "1" };
    });
    const most = Math.max(...links.map((link) => link.bits)) || 1;
    for (const link of links) link.weight = Math.sqrt(Math.max(0, link.bits) / most);
    return { nodes, links };
  };

  // Returns the groups of nodes that links join, the largest first, then those with the strongest link.
  const components = (nodes) => {
    const found = [];
    const seen = new Set();
    for (const start of nodes) {
      if (seen.has(start)) continue;
      const component = { members: [start], links: [] };
      seen.add(start);
      for (const node of component.members) {
        for (const link of node.links) {
          if (link.a === node) component.links.push(link);
          const other = link.a === node ? link.b : link.a;
          if (!seen.has(other)) {
            seen.add(other);
            component.members.push(other);
          }
        }
      }
      found.push(component);
    }
    const strongest = (component) => component.members[0].links[0].score;
    return found.sort((one, other) => other.members.length - one.members.length || strongest(other) - strongest(one) || one.members[0].at - other.members[0].at);
  };

  // Computes the layout of a component around 0, and yields after every step.
  function* relax({ members, links }) {
    members.forEach((node, at) => {
      // A spiral, as in d3-force.
      const [r, angle] = [14 * Math.sqrt(at + 0.5), at * Math.PI * (3 - Math.sqrt(5))];
      Object.assign(node, { x: r * Math.cos(angle), y: r * Math.sin(angle), vx: 0, vy: 0 });
    });
    if (members.length === 2) {
      [members[0].x, members[1].x] = [-PAIR / 2, PAIR / 2];
      [members[0].y, members[1].y] = [0, 0];
      return;
    }
    const large = members.length > LARGE;
    const strength = (link) => (link.a.outline === link.b.outline ? 1 : BETWEEN) / Math.min(link.a.links.length, link.b.links.length);
    const simulation = d3.forceSimulation(members).stop()
      .alphaMin(ALPHA_MIN).alphaDecay(large ? 0.045 : 0.035).velocityDecay(0.45)
      .force("link", d3.forceLink(links).distance(large ? 40 : 62).strength(strength))
      .force("charge", d3.forceManyBody().strength(large ? -70 : -240).distanceMax(large ? 240 : 320).theta(large ? 1.2 : 1))
      .force("x", d3.forceX().strength(0.06))
      .force("y", d3.forceY().strength(0.09));
    // In a large graph every step must stay short, and nodes are too small to cover each other.
    if (!large) simulation.force("collide", d3.forceCollide((node) => node.r + 12));
    while (simulation.alpha() >= ALPHA_MIN) {
      simulation.tick();
      yield;
    }
  }

  // Turns a component so that it is as wide as it can be: names have their room beside the nodes.
  const turn = ({ members }) => {
    let [xx, xy, yy] = [0, 0, 0];
    for (const { x, y } of members) [xx, xy, yy] = [xx + x * x, xy + x * y, yy + y * y];
    const angle = Math.atan2(2 * xy, xx - yy) / 2;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    for (const node of members) [node.x, node.y] = [node.x * cos + node.y * sin, node.y * cos - node.x * sin];
  };

  // Returns the box of a component with the space for its names, which have the same size at every scale.
  const boxOf = ({ members }, scale) => {
    const [xs, ys] = [members.map((node) => node.x), members.map((node) => node.y)];
    const label = scale < MIN_SCALE ? 0 : Math.min(MAX_LABEL_MARGIN, Math.max(...members.map((node) => node.labelWidth)));
    const [beside, above] = [(label + MARGIN) / scale, MARGIN / scale];
    const [left, right] = [Math.min(...xs) - beside, Math.max(...xs) + beside];
    const [top, bottom] = [Math.min(...ys) - above, Math.max(...ys) + above];
    return { members, left, top, width: right - left, height: bottom - top };
  };
  // Returns rows of boxes that are at most this wide.
  const rowsOf = (boxes, width) => {
    const rows = [];
    for (const box of boxes) {
      let row = rows.at(-1);
      if (!row || row.width + box.width > width) {
        row = { boxes: [], width: 0, height: 0 };
        rows.push(row);
      }
      row.boxes.push(box);
      row.width += box.width;
      row.height = Math.max(row.height, box.height);
    }
    return rows;
  };
  // Returns the rows of boxes that appear as large as possible in a view.
  const bestRows = (found, view, scale) => {
    const boxes = found.map((component) => boxOf(component, scale)).sort((one, other) => other.height - one.height);
    const [least, most] = [Math.max(...boxes.map((box) => box.width)), boxes.reduce((sum, box) => sum + box.width, 0)];
    let best = { scale: 0 };
    for (let at = 0; at <= TRIED; at += 1) {
      const rows = rowsOf(boxes, least * (most / least) ** (at / TRIED) + 0.1);
      const [width, height] = [Math.max(...rows.map((row) => row.width)), rows.reduce((sum, row) => sum + row.height, 0)];
      const scale = Math.min(view.width / width, view.height / height);
      if (scale > best.scale) best = { scale, rows, width };
    }
    return best;
  };
  const pack = (found, view) => {
    let best = { scale: 1 };
    for (let round = 0; round < 3; round += 1) best = bestRows(found, view, Math.min(1, best.scale));
    let top = 0;
    for (const row of best.rows) {
      let left = (best.width - row.width) / 2;
      for (const box of row.boxes) {
        for (const node of box.members) {
          node.x += left - box.left;
          node.y += top + (row.height - box.height) / 2 - box.top;
        }
        left += box.width;
      }
      top += row.height;
    }
  };
  // Returns the outlined groups, each with those of its members that are drawn and belong to one component.
  const outlinesOf = (found) => found.flatMap(({ members }) => {
    const groups = new Map();
    for (const node of members) {
      if (!node.outline) continue;
      if (!groups.has(node.outline)) groups.set(node.outline, { ...node.outline, members: [] });
      groups.get(node.outline).members.push(node);
    }
    return [...groups.values()].filter((group) => group.members.length >= OUTLINED);
  });
  // Computes the layout of a graph for a view, yields after every step, and returns the outlined groups.
  function* layout(nodes, view) {
    const found = components(nodes);
    for (const component of found) {
      yield* relax(component);
      turn(component);
    }
    if (found.length > 0) pack(found, { width: view.width || 1.6, height: view.height || 1 });
    return outlinesOf(found);
  }
  return { read, layout };
})();
