/** Moves the focus to a component's card, or to the canvas, after the focused element was removed. */
export function focusCanvas(componentId: string | null): void {
  const card = componentId === null ? null : cardOf(componentId);
  (card ?? document.querySelector<HTMLElement>('[data-canvas]'))?.focus({ preventScroll: true });
}

/** Moves the focus to the first card on the canvas, or to the canvas while it is empty. */
export function focusFirstCard(): void {
  const card = document.querySelector<HTMLElement>('[data-canvas] .react-flow__node-component');
  (card ?? document.querySelector<HTMLElement>('[data-canvas]'))?.focus();
}

/** Moves the focus to the open component panel. */
export function focusPanel(): void {
  focusFirstField(() => true);
}

/**
 * Gives the focus back to the element that had it; where that is gone, to the component's card or the canvas. A focus
 * that has moved meanwhile stays where it is.
 */
export function focusAgain(former: Element | null, componentId: string | null): void {
  const now = document.activeElement;
  if (now !== document.body && now !== former) return;
  if (former?.isConnected && former !== document.body)
    (former as HTMLElement | SVGElement).focus({ preventScroll: true });
  else focusCanvas(componentId);
}

function cardOf(componentId: string): HTMLElement | null {
  return document.querySelector(`.react-flow__node[data-id="${componentId}"]`);
}

/** The id of the component whose card has the focus. */
export function focusedCard(): string | null {
  const card = document.activeElement?.closest<HTMLElement>('.react-flow__node-component');
  return card?.dataset['id'] ?? null;
}

/** Moves the focus to the first field of the component panel once it shows the component that was opened. */
export function focusFirstField(isShown: () => boolean): void {
  const until = performance.now() + DRAWN_WITHIN_MS;
  const tryNow = (): void => {
    const field = isShown()
      ? document.querySelector<HTMLElement>('[data-component-panel] [role="tabpanel"] input')
      : null;
    field?.focus();
    if (field === null && performance.now() < until) requestAnimationFrame(tryNow);
  };
  // React Flow selects the card with the same key.
  requestAnimationFrame(tryNow);
}

/** A new card is drawn by then even on a busy machine; until it is measured, it takes no focus. */
const DRAWN_WITHIN_MS = 30_000;

/**
 * Moves the focus to the card of a new component once it is drawn, unless a key or pointer was pressed by then. Until
 * then the focus may go elsewhere by itself: back to where it was before the list of components. Escape only closes the
 * component's panel: the card takes the focus all the same.
 */
export function focusNewCard(componentId: string): void {
  const until = performance.now() + DRAWN_WITHIN_MS;
  const waiting = new AbortController();
  const onPress = (event: Event): void => {
    if (!(event instanceof KeyboardEvent && event.key === 'Escape')) waiting.abort();
  };
  for (const press of ['keydown', 'pointerdown'])
    window.addEventListener(press, onPress, { capture: true, signal: waiting.signal });
  const tryNow = (): void => {
    if (waiting.signal.aborted) return;
    const card = cardOf(componentId);
    card?.focus({ preventScroll: true });
    const isFocused = card !== null && document.activeElement === card;
    if (isFocused || performance.now() >= until) waiting.abort();
    else requestAnimationFrame(tryNow);
  };
  requestAnimationFrame(tryNow);
}
