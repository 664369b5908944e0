import { isObject } from '../is-object.ts';
import type { AppSchema } from '../snapshot.ts';

/** Maximum number of nested references and `allOf`. */
const MAX_NESTED = 20;

export type FindSchema = (name: string) => AppSchema;

/**
 * The remaining work of merges. Reading a schema, a property or a required name costs 1. When it is used up, schemas
 * are not read. A small document can refer to each of its schemas several times at each level.
 */
export interface MergeBudget {
  left: number;
}

/** A schema without references and `allOf`. */
export interface MergedSchema {
  schema: Record<string, unknown>;
  isNullable: boolean;
}

const NOTHING: MergedSchema = { schema: {}, isNullable: false };

/** Follows references, and merges the objects of `allOf`. A schema with alternatives has no type, except with null. */
export function mergeSchema(given: AppSchema, find: FindSchema, budget: MergeBudget, nested = 0): MergedSchema {
  if (!isObject(given) || nested > MAX_NESTED || budget.left <= 0) return NOTHING;
  budget.left -= 1;
  const { $ref, allOf, anyOf, oneOf, ...keywords } = given;
  const merge = (one: AppSchema): MergedSchema => mergeSchema(one, find, budget, nested + 1);
  const merged: MergedSchema = {
    schema: keywords,
    isNullable: Array.isArray(keywords['type']) && keywords['type'].includes('null'),
  };
  if (typeof $ref === 'string') add(merged, merge(find($ref.slice('#/$defs/'.length))), budget);
  for (const one of Array.isArray(allOf) ? (allOf as AppSchema[]) : []) add(merged, merge(one), budget);
  const choices = (anyOf ?? oneOf) as AppSchema[] | undefined;
  if (!Array.isArray(choices)) return merged;
  const [only, ...otherChoices] = choices.filter((one) => !isObject(one) || one['type'] !== 'null');
  const isNullable = merged.isNullable || otherChoices.length + 1 < choices.length;
  if (only === undefined || otherChoices.length > 0) return { schema: {}, isNullable };
  add(merged, merge(only), budget);
  return { ...merged, isNullable: merged.isNullable || isNullable };
}

/** Adds the keywords of a schema to those of the merged one. */
function add(to: MergedSchema, { schema, isNullable }: MergedSchema, budget: MergeBudget): void {
  to.isNullable ||= isNullable;
  if (budget.left <= 0) return;
  budget.left -= workOf(to.schema) + workOf(schema);
  for (const key of ['type', 'items', 'format', 'enum'])
    if (to.schema[key] === undefined && schema[key] !== undefined) to.schema[key] = schema[key];
  const [ownProperties, more] = [to.schema['properties'], schema['properties']];
  if (isObject(more))
    to.schema['properties'] = isObject(ownProperties) ? { ...ownProperties, ...more, ...ownProperties } : more;
  const required = [...listIn(to.schema['required']), ...listIn(schema['required'])];
  if (required.length > 0) to.schema['required'] = required;
}

function workOf({ properties, required }: Record<string, unknown>): number {
  return (isObject(properties) ? Object.keys(properties).length : 0) + listIn(required).length;
}

function listIn(value: unknown): unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
