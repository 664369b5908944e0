import { asText, setOwn, StepFailure, type Json, type JsonObject } from '@workflow/workflow-model';
import { identityOf } from './identity.ts';
import type { MadeRoom } from './made-room.ts';
import type { AggregateValue, Group } from './operation.ts';
import { compareValues } from './order.ts';
import { pathOf, valueAt } from './paths.ts';

/** The bytes of one reference. Each value reads the items into a list. */
const REFERENCE_BYTES = 8;

/**
 * Groups items with the same value at a field, in the order in which the values first appear. @throws StepFailure
 * OUTPUT_TOO_LARGE
 */
export function groupItems(items: readonly Json[], by: string, room: MadeRoom): Group[] {
  const path = pathOf(by);
  const groups = new Map<string, Group>();
  for (const item of items) {
    const key = valueAt(item, by, path) ?? null;
    const identity = identityOf(key);
    room.takeBytes('group', identity.length);
    const group = groups.get(identity);
    if (group === undefined) groups.set(identity, { key, items: [item] });
    else group.items.push(item);
  }
  return [...groups.values()];
}

/**
 * Calculates values from the items. Without items, sums and counts are 0, and other values null.
 * @throws StepFailure FIELD_INVALID if a value is not a number; OUTPUT_TOO_LARGE
 */
export function aggregateItems(items: readonly Json[], values: readonly AggregateValue[], room: MadeRoom): JsonObject {
  room.takeCopies('aggregate', 1, values.length);
  room.takeBytes('aggregate', items.length * values.length * REFERENCE_BYTES);
  const result: JsonObject = {};
  for (const value of values) setOwn(result, value.key, aggregated(items, value, room));
  return result;
}

function aggregated(
  items: readonly Json[],
  { function: name, field, separator = ', ' }: AggregateValue,
  room: MadeRoom,
): Json {
  const path = field === undefined ? [] : pathOf(field);
  const valueOf = (item: Json | undefined): Json | undefined =>
    field === undefined || item === undefined ? item : valueAt(item, field, path);
  if (name === 'first') return valueOf(items[0]) ?? null;
  if (name === 'last') return valueOf(items.at(-1)) ?? null;
  if (name === 'count' && field === undefined) return items.length;
  const present: Json[] = [];
  for (const item of items) {
    const value = valueOf(item);
    if (value !== undefined && value !== null) present.push(value);
  }
  if (name === 'count') return present.length;
  if (name === 'sum') return sum(present, field);
  if (present.length === 0) return null;
  if (name === 'average') return sum(present, field) / present.length;
  if (name === 'join') return joined(present, separator, room);
  const sign = name === 'min' ? 1 : -1;
  return present.reduce((best, value) => (compareValues(value, best) * sign < 0 ? value : best));
}

function joined(values: readonly Json[], separator: string, room: MadeRoom): string {
  room.takeBytes('join', (values.length - 1) * separator.length);
  const texts = values.map((value) => {
    const text = asText(value);
    room.takeBytes('join', text.length);
    return text;
  });
  return texts.join(separator);
}

function sum(values: readonly Json[], field: string | undefined): number {
  let total = 0;
  for (const value of values) total += numberIn(value, field);
  if (!Number.isFinite(total))
    throw new StepFailure('FIELD_INVALID', `The sum of ${field ?? 'the items'} is too large`);
  return total;
}

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Reads a number, or a text that contains one, as in CSV. */
function numberIn(value: Json, field: string | undefined): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && NUMBER.test(value.trim())) return Number(value);
  throw new StepFailure('FIELD_INVALID', `${named(field)} must be a number in every item that has it`);
}

function named(field: string | undefined): string {
  return field ?? 'The item';
}
