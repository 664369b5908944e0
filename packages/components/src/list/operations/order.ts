import { dateTimeMillis, type Json } from '@workflow/workflow-model';
import type { SortKey } from './operation.ts';
import type { MadeRoom } from './made-room.ts';
import { pathOf, valueAt } from './paths.ts';

/** Matches a time with its offset, which can be written in different ways. */
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)(?:\[[^\]]*\])?$/;

/** The bytes for each item and key during sorting. */
const RANK_BYTES = 32;

/** The sort key of a value: its kind, and its rank within the kind. Kinds never mix. */
interface Rank {
  kind: number;
  place: number | string;
}

/** Returns the sort key. The order is numbers, times, texts, booleans, lists and objects, and missing or null last. */
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

/** Compares two values that are not null or missing. The result is negative if `a` is before `b`. */
export function compareValues(a: Json, b: Json): number {
  return compareRanks(rankOf(a), rankOf(b));
}

/** Sorts items in a stable way. Missing values are last in both directions. @throws StepFailure OUTPUT_TOO_LARGE */
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
