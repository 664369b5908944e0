/** Moves the focus to a component's card, or to the canvas, after what had it went away. */
export function focusCanvas(componentId: string | null): void {
  const card = componentId === null ? null : document.querySelector(`.react-flow__node[data-id="${componentId}"]`);
  const target = card ?? document.querySelector('[data-canvas]');
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
