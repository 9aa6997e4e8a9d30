// What a graph of submissions consists of, and where its parts begin: reads the data of the page, finds the components,
// and gives each its place. graph.js moves and shows them.
"use strict";
window.chaffinchGraph = (() => {
  const lines = (template) => template.content.textContent.split("\n").filter((line) => line !== "");
  const readNodes = (root) => lines(root.querySelector("[data-nodes]")).map((line, at) => {
    const [id, colour, archived, name, group] = line.split("\t");
    return { id, at, colour: Number(colour), archived: archived === "1", name, group, degree: 0, links: [] };
  });
  const readLinks = (root, nodes) => lines(root.querySelector("[data-links]")).map((line) => {
    const [a, b, score, shown, left, right, longest, opens] = line.split("\t");
    return { a: nodes[a], b: nodes[b], score: Number(score), shown, left, right, longest, opens: opens === "1", weight: 0 };
  });

  // Returns the groups of nodes that links join, the largest first, then
  // those with the strongest link.
  const components = (nodes) => {
    const seen = new Set();
    const found = [];
    for (const start of nodes) {
      if (seen.has(start)) continue;
      const members = [start];
      seen.add(start);
      for (const node of members) {
        for (const link of node.links) {
          const other = link.a === node ? link.b : link.a;
          if (!seen.has(other)) {
            seen.add(other);
            members.push(other);
          }
        }
      }
      found.push(members);
    }
    return found.sort((one, other) => other.length - one.length || other[0].links[0].score - one[0].links[0].score || one[0].at - other[0].at);
  };
  // Gives every component its own place, in rows, so that those of two do not drift about between the others.
  const place = (nodes, aspect) => {
    const boxes = components(nodes).map((members) => ({ members, side: 50 + 42 * Math.sqrt(members.length) }));
    const area = boxes.reduce((sum, { side }) => sum + side * side, 0);
    const width = Math.max(boxes[0]?.side ?? 0, Math.sqrt(area * aspect));
    let [left, top, row] = [0, 0, 0];
    for (const { members, side } of boxes) {
      if (left > 0 && left + side > width * 1.02) {
        left = 0;
        top += row;
        row = 0;
      }
      row = Math.max(row, side);
      members.forEach((node, at) => {
        node.homeX = left + side / 2;
        node.homeY = top + side / 2;
        if (node.x !== undefined) return;
        // A spiral, as in d3-force: the same graph always begins and ends the same.
        const [r, angle] = [12 * Math.sqrt(at + 0.5), at * Math.PI * (3 - Math.sqrt(5))];
        node.x = node.homeX + r * Math.cos(angle);
        node.y = node.homeY + r * Math.sin(angle);
      });
      left += side;
    }
  };
  return { readNodes, readLinks, place };
})();
