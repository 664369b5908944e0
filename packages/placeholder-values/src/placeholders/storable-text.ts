export const NOT_STORABLE = 'must not contain NUL characters or lone surrogates';

/** Returns true if PostgreSQL's jsonb accepts the text: it has no NUL character and no lone surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
