import type { Pattern } from './hostile-texts.ts';

/** The first text is small, so that growth is noticed before a text takes minutes. */
const FIRST_LENGTH = 512;
const STEP = 8;
/**
 * A text that takes less is harmless, whatever the growth: an engine of regular expressions may change its way at some
 * length, and a garbage collection may fall into a measurement.
 */
const HARMLESS_MS = 20;
const HARMLESS_MS_PER_CHARACTER = 100e-6;
/** The ratio of linear growth is 4; that of quadratic growth is 16. */
const MAX_RATIO = 9;
/**
 * Repetitions of a measurement that looks too slow. Their minimum counts, so that other programs do not fail a test.
 */
const REPEATS = 10;

export interface Growth {
  pattern: string;
  /** The length in characters. */
  length: number;
  /** Processor time of the text, and of one a quarter as long. */
  ms: number;
  quarterMs: number;
  ratio: number;
}

/** Reads a text in any way. A thrown error counts as an answer. */
export type Read = (text: string) => unknown;

/**
 * Measures the processor time of texts of growing length, up to the limit.
 * @returns the worst growth among all lengths at which a text takes more than a few milliseconds, or null
 */
export async function growthOf(
  read: Read,
  pattern: Pattern,
  limit: number,
  firstLength = FIRST_LENGTH,
): Promise<Growth | null> {
  let worst: Growth | null = null;
  for (let length = Math.min(firstLength, limit); ; length = Math.min(limit, length * STEP)) {
    const growth = await growthAt(read, pattern, length);
    if (growth !== null && (worst === null || growth.ratio > worst.ratio)) worst = growth;
    if (length === limit || (worst !== null && isSuperLinear(worst))) return worst;
  }
}

export function isSuperLinear({ ratio }: Growth): boolean {
  return ratio > MAX_RATIO;
}

async function growthAt(read: Read, pattern: Pattern, length: number): Promise<Growth | null> {
  const harmlessMs = HARMLESS_MS + HARMLESS_MS_PER_CHARACTER * length;
  const [text, quarter] = [pattern, pattern].map(({ make }, index) => flat(make(index === 0 ? length : length >> 2)));
  let ms = await spentMs(read, text as string);
  let quarterMs = Number.POSITIVE_INFINITY;
  for (let tries = 0; tries < REPEATS && ms > harmlessMs; tries += 1) {
    quarterMs = Math.min(quarterMs, await spentMs(read, quarter as string));
    if (ms / quarterMs <= MAX_RATIO) break;
    ms = Math.min(ms, await spentMs(read, text as string));
  }
  if (ms <= harmlessMs) return null;
  return { pattern: pattern.name, length, ms, quarterMs, ratio: ms / quarterMs };
}

/** Flattens a text that V8 stores in pieces, so that its first reader does not pay for that. */
function flat(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

async function spentMs(read: Read, text: string): Promise<number> {
  const start = process.cpuUsage();
  try {
    await read(text);
  } catch {
    // The time of a refusal counts as well.
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
