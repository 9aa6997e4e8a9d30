// What a reader does with the graph: pointers, wheel and keys. `act` has what each means; graph.js does it.
"use strict";
window.chaffinchInput = (canvas, act) => {
  const ZOOM = 1.3;
  // Distance in pixels from which a press is a stroke.
  const STROKE = 4;
  const pointers = new Map();
  let pressed = null;
  let stroke = false;
  let used = false;

  const position = (event) => {
    const box = canvas.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const spread = () => {
    const [one, other] = [...pointers.values()];
    return { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2, width: Math.hypot(one.x - other.x, one.y - other.y) || 1 };
  };
  canvas.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    used = true;
    const place = position(event);
    pointers.set(event.pointerId, place);
    pressed = pointers.size === 1 ? { ...place, found: act.at(place.x, place.y) } : null;
    try {
      canvas.setPointerCapture(event.pointerId);
    } catch {
      // The pointer has gone already.
    }
  });
  canvas.addEventListener("pointermove", (event) => {
    const place = position(event);
    const before = pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") act.point(act.at(place.x, place.y));
      return;
    }
    if (pointers.size === 2) {
      const old = spread();
      pointers.set(event.pointerId, place);
      const now = spread();
      act.pan(now.x - old.x, now.y - old.y);
      act.zoom(now.width / old.width, now.x, now.y);
      return;
    }
    if (!stroke && pressed && Math.hypot(place.x - pressed.x, place.y - pressed.y) < STROKE) return;
    stroke = true;
    pointers.set(event.pointerId, place);
    if (pressed?.found?.node) act.drag(pressed.found.node, place.x, place.y);
    else act.pan(place.x - before.x, place.y - before.y);
  });
  const release = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    const wasPress = !stroke && pressed && event.type === "pointerup";
    if (pointers.size > 0) return;
    stroke = false;
    if (wasPress) act.press(pressed.found, event.ctrlKey || event.metaKey);
    else act.rest();
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => {
    used = false;
    act.point(null);
  });
  // One finger scrolls the page, unless it holds a submission. Two fingers are for the graph.
  canvas.addEventListener("touchstart", (event) => {
    const place = position(event.touches[0]);
    if (event.touches.length > 1 || act.at(place.x, place.y)?.node) event.preventDefault();
  }, { passive: false });
  // The wheel scrolls the page until the reader has pressed on the graph.
  canvas.addEventListener("wheel", (event) => {
    if (!event.ctrlKey && !event.metaKey && !used) return;
    event.preventDefault();
    const { x, y } = position(event);
    act.zoom(2 ** (-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.002)), x, y);
  }, { passive: false });

  const keys = {
    ArrowDown: () => act.step("links", 1),
    ArrowUp: () => act.step("links", -1),
    ArrowRight: () => act.step("nodes", 1),
    ArrowLeft: () => act.step("nodes", -1),
    Enter: (event) => act.open(event.ctrlKey || event.metaKey),
    Escape: () => act.press(null),
    "+": () => act.zoom(ZOOM),
    "-": () => act.zoom(1 / ZOOM),
    0: () => act.fit(),
  };
  canvas.addEventListener("keydown", (event) => {
    if (event.altKey || (event.ctrlKey && event.key !== "Enter") || !Object.hasOwn(keys, event.key)) return;
    event.preventDefault();
    keys[event.key](event);
  });
  const buttons = { in: keys["+"], out: keys["-"], fit: keys[0], arrange: act.arrange };
  for (const button of canvas.closest("[data-graph]").querySelectorAll("[data-act]")) button.addEventListener("click", buttons[button.dataset.act]);
};
