import { StepFailure, type Json } from '@workflow/workflow-model';
import { identityOf } from './identity.ts';
import type { Operation } from './operation.ts';
import { isObject, pathOf, valueAt } from './paths.ts';

/** Pairs that a merge may give: equal keys on both sides multiply. */
const MAX_MERGED = 1_000_000;

type Merge = Extract<Operation, { operation: 'merge' }>;

/**
 * Each item with each one of the other list that has the same value at the field; null and missing match nothing.
 * @throws StepFailure OUTPUT_TOO_LARGE
 */
export function mergeItems(items: readonly Json[], { with: others, by, withBy = by, keep }: Merge): Json[] {
  const otherPath = pathOf(withBy);
  const matching = new Map<string, Json[]>();
  for (const other of others) {
    const key = valueAt(other, withBy, otherPath) ?? null;
    if (key === null) continue;
    const identity = identityOf(key);
    const known = matching.get(identity);
    if (known === undefined) matching.set(identity, [other]);
    else known.push(other);
  }
  const path = pathOf(by);
  const used = new Set<Json[]>();
  const merged: Json[] = [];
  for (const item of items) {
    const key = valueAt(item, by, path) ?? null;
    const matches = key === null ? undefined : matching.get(identityOf(key));
    if (matches === undefined) {
      if (keep !== 'matched') merged.push(item);
      continue;
    }
    used.add(matches);
    if (merged.length + matches.length > MAX_MERGED)
      throw new StepFailure('OUTPUT_TOO_LARGE', `the merged list has more than ${MAX_MERGED} items`);
    for (const match of matches) merged.push(together(item, match));
  }
  if (keep !== 'all') return merged;
  const isUsed = new Set([...used].flat());
  return [...merged, ...others.filter((other) => !isUsed.has(other))];
}

function together(first: Json, second: Json): Json {
  return isObject(first) && isObject(second) ? { ...first, ...second } : second;
}
