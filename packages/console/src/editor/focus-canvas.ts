/** Moves the focus to a component's card, or to the canvas, after the focused element was removed. */
export function focusCanvas(componentId: string | null): void {
  const card = componentId === null ? null : cardOf(componentId);
  (card ?? document.querySelector<HTMLElement>('[data-canvas]'))?.focus({ preventScroll: true });
}

function cardOf(componentId: string): HTMLElement | null {
  return document.querySelector(`.react-flow__node[data-id="${componentId}"]`);
}

/** Frames after which a new card is surely drawn; until it is measured, it takes no focus. */
const MAX_FRAMES = 30;

/** Moves the focus to the card of a new component once it is drawn, unless the focus is elsewhere by then. */
export function focusNewCard(componentId: string, frames = MAX_FRAMES): void {
  if (frames === 0) return;
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    cardOf(componentId)?.focus({ preventScroll: true });
    if (document.activeElement === document.body) focusNewCard(componentId, frames - 1);
  });
}
