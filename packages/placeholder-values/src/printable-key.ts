const MAX_SHOWN_LENGTH = 128;
const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Returns a key for messages: as the caller wrote it, or quoted and escaped if it is long or not printable. */
export function printableKey(key: string): string {
  if (key.length <= MAX_SHOWN_LENGTH && !UNPRINTABLE.test(key)) return key;
  return key.length <= MAX_SHOWN_LENGTH ? JSON.stringify(key) : `${JSON.stringify(key.slice(0, MAX_SHOWN_LENGTH))}…`;
}
