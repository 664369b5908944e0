import type { Pattern } from './hostile-texts.ts';

/** The first text is small, so that growth is noticed before a text takes minutes. */
const FIRST_LENGTH = 512;
const STEP = 8;
/** A text that takes less at its limit harms nobody, however the time grows. */
const HARMLESS_MS = 4;
const HARMLESS_MS_PER_CHARACTER = 100e-6;
/** Linear is 4; the square of the length is 16. */
const MAX_RATIO = 9;
/** Repeats of a measurement that looks too slow. Their minimum counts, so that other programs make no test fail. */
const REPEATS = 4;

export interface Growth {
  pattern: string;
  /** In characters. */
  length: number;
  /** Processor time of the text, and of one a quarter as long. */
  ms: number;
  quarterMs: number;
  ratio: number;
}

/** Reads a text, in whatever way. What it throws counts as an answer. */
export type Read = (text: string) => unknown;

/**
 * Measures the processor time of texts of growing length, up to the limit.
 * @returns the worst growth among all lengths from which on a text costs more than a few milliseconds; null without any
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

/** Joins what V8 keeps in pieces: otherwise its first reader pays for that. */
function flat(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}

async function spentMs(read: Read, text: string): Promise<number> {
  const start = process.cpuUsage();
  try {
    await read(text);
  } catch {
    // A refusal takes its time as well.
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
