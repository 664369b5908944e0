import { isTyping } from './is-typing.ts';

/** The letters that were typed for a field that is not shown yet; null while none is awaited. */
let typed: string | null = null;

/** Collects the letters that are typed until the field that they are for has the focus and takes them. */
export function typeAhead(): void {
  if (typed === null) {
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', stop, true);
  }
  typed = '';
}

/** Returns the letters that were typed ahead, and ends the collection. */
export function takeTypedAhead(): string {
  const letters = typed ?? '';
  stop();
  return letters;
}

function stop(): void {
  typed = null;
  document.removeEventListener('keydown', onKey, true);
  document.removeEventListener('pointerdown', stop, true);
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // The dialog that is about to close may still have the focus. Another field means that somebody went elsewhere.
  const isElsewhere =
    isTyping(event) && event.target instanceof Element && event.target.closest('[role="dialog"]') === null;
  if (isElsewhere || event.key === 'Escape') {
    stop();
    return;
  }
  if (event.key.length !== 1) return;
  event.preventDefault();
  event.stopPropagation();
  typed += event.key;
}
