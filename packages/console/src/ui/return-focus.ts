const POPUP = '[role="dialog"], [role="menu"]';
/** The element to focus when the one that had the focus before the popup is gone. */
const PLACES = ['[data-canvas]', 'main'];

/**
 * Gives the focus back to where it was before a dialog or menu, when that disappears with it. Browsers leave it on
 * the body, and a dialog that is drawn only while it is open does not remember what opened it.
 * @returns ends it
 */
export function returnFocusFromPopups(): () => void {
  let before: HTMLElement | null = null;
  const observer = new MutationObserver(() => {
    if (document.activeElement !== document.body) return;
    observer.disconnect();
    // A dialog that a menu opens takes the focus itself.
    setTimeout(() => {
      if (document.activeElement === document.body) giveFocusTo(before);
    });
  });
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    if (target.closest(POPUP) !== null) {
      observer.observe(document.body, { childList: true, subtree: true });
      return;
    }
    observer.disconnect();
    before = target;
  };
  document.addEventListener('focusin', onFocus);
  return () => {
    document.removeEventListener('focusin', onFocus);
    observer.disconnect();
  };
}

function giveFocusTo(before: HTMLElement | null): void {
  const place = before?.isConnected
    ? before
    : PLACES.map((selector) => document.querySelector<HTMLElement>(selector)).find((element) => element !== null);
  place?.focus({ preventScroll: true });
}
