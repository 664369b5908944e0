import { type RefObject, useEffect, useRef } from 'react';
/** Code fields have the attribute while they are loaded as well. */
const CODE = '[data-code-field]';
const FIELDS = `input, select, textarea, ${CODE}`;
/** A code field is loaded by then even on a busy machine. */
const LOADED_WITHIN_MS = 5_000;

interface FocusAdded<Entry extends HTMLElement> {
  /** The ref of the last entry. */
  last: RefObject<Entry | null>;
  /** Call it when an entry is added at the end. */
  focusNext: () => void;
}

/** Scrolls to an entry that was added to a list and moves the focus to its first field, or to the entry itself. */
export function useFocusAdded<Entry extends HTMLElement>(length: number): FocusAdded<Entry> {
  const last = useRef<Entry>(null);
  const awaited = useRef<number | null>(null);
  useEffect(() => {
    if (awaited.current === null || length < awaited.current) return;
    awaited.current = null;
    last.current?.scrollIntoView({ block: 'nearest' });
    if (last.current !== null) focusFirstField(last.current);
  }, [length]);
  return { last, focusNext: () => (awaited.current = length + 1) };
}

/** Until the first field is loaded, the entry has the focus. */
function focusFirstField(entry: HTMLElement): void {
  const until = performance.now() + LOADED_WITHIN_MS;
  const tryNow = (): void => {
    const field = entry.querySelector<HTMLElement>(FIELDS);
    const isCode = field?.matches(CODE) === true;
    const target = isCode ? field.shadowRoot?.querySelector<HTMLElement>('[contenteditable]') : field;
    target?.focus({ preventScroll: true });
    if (isCode && !target && document.activeElement === entry && performance.now() < until)
      requestAnimationFrame(tryNow);
  };
  entry.tabIndex = -1;
  entry.focus({ preventScroll: true });
  tryNow();
}
