import { addToList, isJsonObject, type Json } from '@workflow/workflow-model';
import { identityOf } from './identity.ts';
import type { MadeRoom } from './made-room.ts';
import type { Operation } from './operation.ts';
import { pathOf, valueAt } from './paths.ts';

type Merge = Extract<Operation, { operation: 'merge' }>;

/**
 * Merges each item with each item of the other list that has the same value at the field. Null and missing values match
 * nothing.
 * @throws StepFailure OUTPUT_TOO_LARGE before anything is merged
 */
export function mergeItems(
  items: readonly Json[],
  { with: others, by, withBy = by, keep }: Merge,
  room: MadeRoom,
): Json[] {
  const otherPath = pathOf(withBy);
  const matching = new Map<string, Json[]>();
  for (const other of others) {
    const key = valueAt(other, withBy, otherPath) ?? null;
    if (key === null) continue;
    const identity = identityOf(key);
    room.takeBytes('merge', identity.length);
    addToList(matching, identity, other);
  }
  const path = pathOf(by);
  const matches = items.map((item) => {
    const key = valueAt(item, by, path) ?? null;
    return key === null ? undefined : matching.get(identityOf(key));
  });
  takePairs(items, matches, room);
  const used = new Set<Json[]>();
  const merged: Json[] = [];
  for (const [index, item] of items.entries()) {
    const those = matches[index];
    if (those === undefined) {
      if (keep !== 'matched') merged.push(item);
      continue;
    }
    used.add(those);
    for (const match of those) merged.push(together(item, match));
  }
  if (keep !== 'all') return merged;
  const isUsed = new Set([...used].flat());
  return [...merged, ...others.filter((other) => !isUsed.has(other))];
}

/** Reserves the pairs. Equal keys in both lists multiply. */
function takePairs(items: readonly Json[], matches: readonly (Json[] | undefined)[], room: MadeRoom): void {
  const entriesOf = new Map<Json[], number>();
  let pairs = 0;
  let entries = 0;
  for (const [index, those] of matches.entries()) {
    if (those === undefined) continue;
    const known = entriesOf.get(those) ?? those.reduce<number>((sum, one) => sum + countOf(one), 0);
    entriesOf.set(those, known);
    pairs += those.length;
    entries += known + those.length * countOf(items[index] as Json);
  }
  room.takeCopies('merge', pairs, entries);
}

function countOf(item: Json): number {
  return isJsonObject(item) ? Object.keys(item).length : 0;
}

function together(first: Json, second: Json): Json {
  return isJsonObject(first) && isJsonObject(second) ? { ...first, ...second } : second;
}
