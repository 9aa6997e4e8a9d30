// How a graph gets its places: the layout, at once if it is small and otherwise in slices, so that the page stays usable;
// the way of the nodes from their old places to the new ones; and what of it fits the view.
"use strict";
window.chaffinchMotion = (state, view, draw) => {
  // Milliseconds of layout before the first picture, of a later slice, and of the way to new places.
  const AT_ONCE = 250;
  const SLICE = 20;
  const TRAVEL = 220;
  // Number of nodes from which they do not travel.
  const MANY = 300;
  const MAX_SCALE = 1.6;
  // Space at the edge of the view, in pixels; beside it, names have at most this much.
  const EDGE = 30;
  const MAX_LABEL = 75;
  const reduced = window.matchMedia("(prefers-reduced-motion: reduce)");
  // The nodes of the layout, and the places that nodes had before it.
  let [drawn, before] = [[], new Map()];
  let [frame, timer] = [0, 0];

  // Returns the part of the plane that shows all nodes.
  const fitted = () => {
    const { nodes } = state;
    if (nodes.length === 0 || view.width === 0) return {};
    const [xs, ys] = [nodes.map((node) => node.x), nodes.map((node) => node.y)];
    const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    const label = Math.min(MAX_LABEL, Math.max(...nodes.map((node) => node.labelWidth)));
    const k = Math.min(MAX_SCALE, (view.width - 2 * label - EDGE) / (right - left || 1), (view.height - 2 * EDGE) / (bottom - top || 1));
    return { k, x: view.width / 2 - k * (left + right) / 2, y: view.height / 2 - k * (top + bottom) / 2 };
  };
  const settle = () => {
    if (state.fitting) Object.assign(view, fitted());
    Object.assign(state, { moving: false, changed: true });
    draw();
    state.settled();
  };
  const travel = () => {
    const [start, from] = [performance.now(), { ...view }];
    const to = state.fitting ? fitted() : from;
    const ends = state.nodes.map((node) => ({ node, to: { x: node.x, y: node.y }, from: before.get(node) ?? node }));
    const step = () => {
      const part = Math.min(1, (performance.now() - start) / TRAVEL);
      const between = (one, other) => one + (other - one) * part * (2 - part);
      for (const { node, from: old, to: end } of ends) [node.x, node.y] = [between(old.x, end.x), between(old.y, end.y)];
      for (const name of ["k", "x", "y"]) view[name] = between(from[name], to[name]);
      if (part === 1) return settle();
      Object.assign(state, { moving: true, changed: true });
      draw();
      frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
  };
  // Once the reader has moved submissions, those that are drawn stay where they are, and others join their neighbours.
  const keep = () => {
    if (!state.nodes.some((node) => node.dropped)) return;
    const places = new Map(state.nodes.map((node) => [node, { x: node.x, y: node.y }]));
    for (const node of state.nodes) {
      const link = node.links.find(({ a, b }) => before.has(a) || before.has(b));
      const anchor = before.has(node) ? node : link && (before.has(link.a) ? link.a : link.b);
      if (!anchor) continue;
      node.x += before.get(anchor).x - places.get(anchor).x;
      node.y += before.get(anchor).y - places.get(anchor).y;
    }
  };
  const arrange = () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    // A layout that was not finished has no places.
    if (!state.arranging) before = new Map(drawn.map((node) => [node, { x: node.x, y: node.y }]));
    drawn = state.nodes;
    state.arranging = true;
    const steps = window.chaffinchGraph.layout(state.nodes, view);
    const run = (time) => {
      const end = performance.now() + time;
      let step = steps.next();
      while (!step.done && performance.now() < end) step = steps.next();
      if (!step.done) {
        timer = setTimeout(run, 0, SLICE);
        return;
      }
      Object.assign(state, { arranging: false, outlines: step.value });
      keep();
      if (before.size === 0 || reduced.matches || state.nodes.length > MANY) settle();
      else travel();
    };
    run(AT_ONCE);
  };
  return { arrange, fitted };
};
