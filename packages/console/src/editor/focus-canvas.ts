/** Moves the focus to a component's card, or to the canvas, after the focused element was removed. */
export function focusCanvas(componentId: string | null): void {
  const card = componentId === null ? null : cardOf(componentId);
  (card ?? document.querySelector<HTMLElement>('[data-canvas]'))?.focus({ preventScroll: true });
}

function cardOf(componentId: string): HTMLElement | null {
  return document.querySelector(`.react-flow__node[data-id="${componentId}"]`);
}

/** A new card is drawn by then even on a busy machine; until it is measured, it takes no focus. */
const DRAWN_WITHIN_MS = 5_000;

/** Moves the focus to the card of a new component once it is drawn, unless the focus is elsewhere by then. */
export function focusNewCard(componentId: string): void {
  const former = document.activeElement;
  const until = performance.now() + DRAWN_WITHIN_MS;
  const tryNow = (): void => {
    const { activeElement, body } = document;
    if (activeElement !== body && activeElement !== former) return;
    const card = cardOf(componentId);
    card?.focus({ preventScroll: true });
    if (document.activeElement !== card && performance.now() < until) requestAnimationFrame(tryNow);
  };
  requestAnimationFrame(tryNow);
}
