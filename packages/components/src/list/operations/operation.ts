import type { Json, JsonObject } from '@workflow/workflow-model';

/** Evaluates a filter expression for an item, possibly asynchronously. */
type Evaluate = (item: Json, index: number) => unknown;

export interface SortKey {
  field: string;
  direction: 'asc' | 'desc';
}

type AggregateFunction = 'count' | 'sum' | 'average' | 'min' | 'max' | 'first' | 'last' | 'join';

export interface AggregateValue {
  key: string;
  function: AggregateFunction;
  field?: string;
  separator?: string;
}

/** An operation of a list with its resolved config. */
export type Operation =
  | { operation: 'filter'; evaluate: Evaluate }
  | { operation: 'sort'; by: readonly SortKey[] }
  | { operation: 'limit'; count: number; from: 'start' | 'end' }
  | { operation: 'unique'; by?: readonly string[] }
  | { operation: 'split'; field: string }
  | { operation: 'pick'; fields: readonly string[] }
  | { operation: 'rename'; fields: Readonly<Record<string, string>> }
  | { operation: 'group'; by: string }
  | { operation: 'aggregate'; values: readonly AggregateValue[] }
  | { operation: 'merge'; with: readonly Json[]; by: string; withBy?: string; keep: 'matched' | 'first' | 'all' };

/** A group of items, as `group` creates it. */
export interface Group extends JsonObject {
  key: Json;
  items: Json[];
}
