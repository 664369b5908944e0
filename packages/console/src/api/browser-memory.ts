import type { JsonObject } from '@workflow/workflow-model';

/** Characters of one value. */
export const MAX_REMEMBERED_LENGTH = 100_000;
const KINDS = ['test-input', 'test-pins', 'last-test', 'run-input', 'undo', 'recent'] as const;

type Kind = (typeof KINDS)[number];

/** Reads a value that this browser remembers; null when there is none. */
export function readRemembered(kind: Kind, key: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(`${kind}:${key}`) ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null;
  } catch {
    return null;
  }
}

/** Remembers a value of at most 100,000 characters; of a longer one nothing, nor of what was there before. */
export function remember(kind: Kind, key: string, value: JsonObject): void {
  const text = JSON.stringify(value);
  try {
    if (text.length > MAX_REMEMBERED_LENGTH) localStorage.removeItem(`${kind}:${key}`);
    else localStorage.setItem(`${kind}:${key}`, text);
  } catch {
    // The browser allows no storage, or it is full: the value is lost when the page is left.
  }
}

/** Forgets all of it: it belongs to whoever is signed in. */
export function forgetAll(): void {
  for (const key of Object.keys(localStorage))
    if (KINDS.some((kind) => key.startsWith(`${kind}:`))) localStorage.removeItem(key);
}

/** Forgets the oldest values of a kind but for a number of them, by their `age`. */
export function keepNewest(kind: Kind, count: number, age: (value: JsonObject) => number): void {
  const keys = Object.keys(localStorage).filter((key) => key.startsWith(`${kind}:`));
  if (keys.length <= count) return;
  const ages = new Map(keys.map((key) => [key, age(readRemembered(kind, key.slice(kind.length + 1)) ?? {})]));
  for (const key of keys.toSorted((a, b) => (ages.get(b) ?? 0) - (ages.get(a) ?? 0)).slice(count))
    localStorage.removeItem(key);
}
