import { FILE_VARIABLES } from './env-reader.ts';

/** Shorter names, such as PORT and PATH, resemble too many others. */
const MIN_LENGTH = 6;
/** One typing error is tolerated for this many characters of a name, and of a word in it. */
const CHARACTERS_PER_SLIP = 6;
const CHARACTERS_PER_SLIP_OF_WORD = 4;

/**
 * Returns warnings for set variables that the service does not know and that resemble one that it knows: with typing
 * errors, other separators or case, or a missing end. They are sorted by name and contain no values.
 * @param names of all variables that are set
 * @param known names that this service reads
 */
export function findMistyped(names: readonly string[], known: ReadonlySet<string>): string[] {
  const accepted = new Set([...known].flatMap((name) => (FILE_VARIABLES.has(name) ? [name, `${name}_FILE`] : [name])));
  return names
    .filter((name) => !accepted.has(name))
    .sort()
    .flatMap((name) => {
      const base = name.replace(/_FILE$/, '');
      if (base !== name && accepted.has(base)) return [`${name} is not known: ${base} cannot be read from a file`];
      const meant = closest(name, accepted);
      return meant === null ? [] : [`${name} is not known: did you mean ${meant}?`];
    });
}

function closest(name: string, accepted: ReadonlySet<string>): string | null {
  let best: { candidate: string; slips: number } | null = null;
  for (const candidate of accepted) {
    const slips = slipsBetween(name, candidate);
    if (slips !== null && (best === null || slips < best.slips)) best = { candidate, slips };
  }
  return best?.candidate ?? null;
}

/** Returns the number of typing errors between two names. Returns null when they are different names. */
function slipsBetween(name: string, candidate: string): number | null {
  const [typed, right] = [bare(name), bare(candidate)];
  if (typed === right) return 0;
  if (Math.min(typed.length, right.length) < MIN_LENGTH) return null;
  if (name.includes('_') && candidate.startsWith(`${name}_`)) return 1;
  const slips = editDistance(typed, right);
  return slips <= slipsAllowed(name, candidate, Math.max(typed.length, right.length)) ? slips : null;
}

/**
 * Returns how many typing errors are tolerated: one where the words are separated differently, otherwise as many as
 * each word may have, because another word means another name.
 */
function slipsAllowed(name: string, candidate: string, length: number): number {
  const [words, rightWords] = [wordsOf(name), wordsOf(candidate)];
  if (words.length !== rightWords.length) return 1;
  const isAnother = rightWords.some((right, index) => {
    const word = words[index] as string;
    return editDistance(word, right) > Math.floor(Math.max(word.length, right.length) / CHARACTERS_PER_SLIP_OF_WORD);
  });
  return isAnother ? 0 : Math.floor(length / CHARACTERS_PER_SLIP);
}

const wordsOf = (name: string): string[] => name.toUpperCase().split(/[-_.]/);

const bare = (name: string): string => name.toUpperCase().replaceAll(/[-_.]/g, '');

/** Returns how many letters have to be inserted, removed or replaced (Levenshtein distance). */
function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at];
    for (let column = 1; column <= other.length; column += 1) {
      const changed = row[column - 1]! + Number(one[at - 1] !== other[column - 1]);
      next.push(Math.min(changed, row[column]! + 1, next[column - 1]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
