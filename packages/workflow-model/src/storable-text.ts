/** The rule that `isStorableText` checks, for messages. */
export const NOT_STORABLE = 'must not contain NUL characters or lone surrogates';

/** Returns true if PostgreSQL's text and jsonb accept the text: it has no NUL character and no lone surrogate. */
export function isStorableText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}
