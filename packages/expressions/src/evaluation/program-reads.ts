import type { Json } from '@workflow/workflow-model';

/**
 * Matches programs that access placeholders other than by `placeholders.name` or by their name: through the object
 * itself, the global object, or code in a text.
 */
const OTHERWISE =
  /\b(?:arguments|eval|Function|constructor|globalThis|this)\b|\\u|\bplaceholders\b(?!\s*\??\.\s*[\p{L}_$])/u;
const BY_NAME = /\bplaceholders\s*\??\.\s*([\p{L}_$][\p{L}\p{N}_$]*)/gu;
/** Matches every name. A dot that does not belong to `...` or to a number precedes the names of members. */
const NAME = /(?:(?<![\d.])(?<dot>\.)\s*)?(?<name>[\p{L}_$][\p{L}\p{N}_$]*)/gu;

/**
 * Returns the names of placeholders that a program may read, found in its text. It can contain more names than the
 * program reads, never fewer. Null if it may read any. Members of every object, such as `hasOwnProperty`, may read any
 * name.
 */
export function placeholdersReadBy(source: string): ReadonlySet<string> | null {
  if (OTHERWISE.test(source)) return null;
  const members = Array.from(source.matchAll(BY_NAME), ([, name = '']) => name);
  if (members.some((name) => name in Object.prototype)) return null;
  const alone = Array.from(source.matchAll(NAME), ({ groups }) =>
    groups?.['dot'] === undefined ? (groups?.['name'] ?? '') : '',
  );
  return new Set([...members, ...alone].filter((name) => name !== ''));
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
