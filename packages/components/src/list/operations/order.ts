import { dateTimeMillis, type Json } from '@workflow/workflow-model';
import type { SortKey } from './operation.ts';
import type { MadeRoom } from './made-room.ts';
import { pathOf, valueAt } from './paths.ts';

/** A time with its offset, which two texts may write in different ways. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)(?:\[[^\]]*\])?$/;

/** Bytes that are held for each item and key while items are sorted. */
const RANK_BYTES = 32;

/** What is compared of a value: its kind, and within the kind its place. Kinds never mix. */
interface Rank {
  kind: number;
  place: number | string;
}

/** Numbers, times, texts, truth values, lists and objects; what is missing or null comes last. */
function rankOf(value: Json | undefined): Rank {
  if (typeof value === 'number') return { kind: 0, place: value };
  if (typeof value === 'string')
    return DATE_TIME.test(value) ? { kind: 1, place: dateTimeMillis(value) } : { kind: 2, place: value };
  if (typeof value === 'boolean') return { kind: 3, place: Number(value) };
  return { kind: value === undefined || value === null ? MISSING : 4, place: 0 };
}

const MISSING = 5;

function compareRanks(a: Rank, b: Rank): number {
  if (a.kind !== b.kind) return a.kind - b.kind;
  return a.place < b.place ? -1 : a.place > b.place ? 1 : 0;
}

/** Negative: `a` comes before `b`. Numbers, times, texts by their characters, and so on; never null or missing ones. */
export function compareValues(a: Json, b: Json): number {
  return compareRanks(rankOf(a), rankOf(b));
}

/** Stable; what is missing comes last in either direction. @throws StepFailure OUTPUT_TOO_LARGE */
export function sortItems(items: readonly Json[], by: readonly SortKey[], room: MadeRoom): Json[] {
  room.takeBytes('sort', items.length * by.length * RANK_BYTES);
  const keys = by.map(({ field, direction }) => ({ field, path: pathOf(field), sign: direction === 'desc' ? -1 : 1 }));
  const ranked = items.map((item) => ({
    item,
    ranks: keys.map(({ field, path }) => rankOf(valueAt(item, field, path))),
  }));
  ranked.sort((a, b) => {
    for (const [index, { sign }] of keys.entries()) {
      const [one, other] = [a.ranks[index] as Rank, b.ranks[index] as Rank];
      const order = compareRanks(one, other);
      if (order !== 0) return one.kind === MISSING || other.kind === MISSING ? order : order * sign;
    }
    return 0;
  });
  return ranked.map(({ item }) => item);
}
