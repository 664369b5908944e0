import type { Json } from '@workflow/workflow-model';

/** Matches programs that access `placeholders` in another way than by `placeholders.name`. */
const OTHERWISE = /\b(?:arguments|eval)\b|\\u|\bplaceholders\b(?!\s*\??\.\s*[\p{L}_$])/u;
const BY_NAME = /\bplaceholders\s*\??\.\s*([\p{L}_$][\p{L}\p{N}_$]*)/gu;

/**
 * Returns the placeholders that a program may read, as found in its text. Returns null when it may read any. Members of
 * every object, such as `hasOwnProperty`, may read any name.
 */
export function placeholdersReadBy(source: string): ReadonlySet<string> | null {
  if (OTHERWISE.test(source)) return null;
  const names = new Set(Array.from(source.matchAll(BY_NAME), ([, name = '']) => name));
  return [...names].some((name) => name in Object.prototype) ? null : names;
}

/** Returns the placeholders of these names that exist. The object has no prototype. */
export function readableByProgram(
  names: ReadonlySet<string> | null,
  placeholders: Readonly<Record<string, Json>>,
): Readonly<Record<string, Json>> {
  if (names === null) return placeholders;
  const readable = Object.create(null) as Record<string, Json>;
  for (const name of Object.keys(placeholders)) if (names.has(name)) readable[name] = placeholders[name] as Json;
  return readable;
}
