import { hash } from 'node:crypto';

/** Longer answers get no ETag, because nobody polls them and hashing takes CPU time. */
const MAX_HASHED_LENGTH = 524_288;

/** Returns a weak ETag of an answer's text, or undefined for a text that is too long. */
export function entityTagOf(text: string): string | undefined {
  return text.length > MAX_HASHED_LENGTH ? undefined : `W/"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

/** Returns true if `If-None-Match` names the tag, weak or not (RFC 9110 §13.1.2). */
export function isUnchanged(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  return ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => opaque(tag) === opaque(entityTag));
}
