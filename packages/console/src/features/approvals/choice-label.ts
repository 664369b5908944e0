/** Returns a choice as buttons and titles show it: `approve` as `Approve`. Requests send it as the author wrote it. */
export function choiceLabel(choice: string): string {
  return choice.charAt(0).toUpperCase() + choice.slice(1);
}
