import { FILE_VARIABLES } from './env-reader.ts';

/** Names shorter than this resemble too much else, such as PORT and PATH. */
const MIN_LENGTH = 6;
/** Characters for each typing error that is tolerated in a name, and in a word of it. */
const CHARACTERS_PER_SLIP = 6;
const CHARACTERS_PER_SLIP_OF_WORD = 4;

/**
 * Warnings for set variables that the service does not know and that resemble one it does: with typing errors, other
 * separators or case, or a missing end. Sorted by name, without values.
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
      if (base !== name && accepted.has(base)) return [`${name} is not known: ${base} cannot stand in a file`];
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

/** null: they are two names. */
function slipsBetween(name: string, candidate: string): number | null {
  const [typed, right] = [bare(name), bare(candidate)];
  if (typed === right) return 0;
  if (Math.min(typed.length, right.length) < MIN_LENGTH) return null;
  if (name.includes('_') && candidate.startsWith(`${name}_`)) return 1;
  const slips = editDistance(typed, right);
  return slips <= slipsAllowed(name, candidate, Math.max(typed.length, right.length)) ? slips : null;
}

/** One where the words are separated otherwise; else as many as each word may have: another word means another name. */
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

/** How many letters have to be put in, left out, or changed to another (Levenshtein). */
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
