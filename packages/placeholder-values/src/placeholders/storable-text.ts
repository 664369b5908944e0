export const NOT_STORABLE = 'must not contain NUL characters or lone surrogates';

/** Whether PostgreSQL's jsonb accepts the text: no NUL character and no lone surrogate. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\u0000');
}
