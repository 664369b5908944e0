import fc from 'fast-check';

/**
 * The description of a text. It is short enough to be read in a report, however long the text is. Brackets are written
 * around the inner pattern `depth` times.
 */
export type Pattern =
  | string
  | { repeat: Pattern; times: number; between: string }
  | { open: string; close: string; depth: number; within: Pattern };

const STEPS_FOR_EACH_POWER = 2;

/** The words of which patterns of a language are built. Shrinking prefers the first ones. */
export interface Vocabulary {
  words: readonly string[];
  /** Texts between repetitions. Without any, nothing is repeated. */
  between: readonly string[];
  brackets: readonly (readonly [open: string, close: string])[];
}

/**
 * Returns the text of a pattern. With a bound, it has fewer repetitions and levels if necessary. It exceeds the bound
 * only if a single one of each does.
 */
export function write(pattern: Pattern, most = Infinity): string {
  if (typeof pattern === 'string') return pattern;
  if ('repeat' in pattern) {
    const each = write(pattern.repeat, most);
    const fit = Math.floor((most + pattern.between.length) / (each.length + pattern.between.length || 1));
    const times = Math.max(1, Math.min(pattern.times, fit));
    return (each + pattern.between).repeat(times - 1) + each;
  }
  const each = pattern.open.length + pattern.close.length;
  const within = write(pattern.within, most - each);
  const depth = Math.max(1, Math.min(pattern.depth, Math.floor((most - within.length) / each)));
  return pattern.open.repeat(depth) + within + pattern.close.repeat(depth);
}

/**
 * Returns numbers from 1 to `most`: small and large ones equally often, and one third the largest, because limits fail
 * there.
 */
export function counts(most: number): fc.Arbitrary<number> {
  const steps = Math.ceil(Math.log2(most) * STEPS_FOR_EACH_POWER);
  return fc.nat(Math.ceil(steps * 1.5)).map((step) => Math.min(most, Math.round(2 ** (step / STEPS_FOR_EACH_POWER))));
}

/** Returns patterns up to four levels deep, each level repeated or nested up to `most` times. */
export function patterns({ words, between, brackets }: Vocabulary, most: number): fc.Arbitrary<Pattern> {
  const word = fc.constantFrom(...words);
  return fc.letrec<{ pattern: Pattern }>((tie) => ({
    pattern: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      word,
      ...(between.length === 0
        ? []
        : [fc.record({ repeat: tie('pattern'), times: counts(most), between: fc.constantFrom(...between) })]),
      ...(brackets.length === 0
        ? []
        : [
            fc
              .record({ bracket: fc.constantFrom(...brackets), depth: counts(most), within: tie('pattern') })
              .map(({ bracket: [open, close], depth, within }) => ({ open, close, depth, within })),
          ]),
    ),
  })).pattern;
}
