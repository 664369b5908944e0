const MAX_SHOWN_LENGTH = 128;
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * A key as messages show it: as the caller wrote it, unless that could not be read or written; then quoted and escaped.
 */
export function printableKey(key: string): string {
  if (key.length <= MAX_SHOWN_LENGTH && !UNPRINTABLE.test(key)) return key;
  return key.length <= MAX_SHOWN_LENGTH ? JSON.stringify(key) : `${JSON.stringify(key.slice(0, MAX_SHOWN_LENGTH))}…`;
}
