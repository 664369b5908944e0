/** Returns true if the event goes to a field, which handles keys and the clipboard itself. */
export function isTyping(event: Event): boolean {
  const target = event.composedPath()[0];
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
