import { isObject } from '../is-object.ts';
import type { AppSchema } from '../snapshot.ts';

/** Schemas at a greater depth accept everything. */
const MAX_DEPTH = 200;
/** Maximum bytes of the schemas of all operations that one caller gets, as JSON. */
export const MAX_CALLER_SCHEMA_BYTES = 1024 * 1024;

/** The schema of a FILE. A caller passes one that it received as a result. */
const FILE = {
  type: 'object',
  description: 'A file that an earlier result contains.',
  properties: { fileId: { type: 'string' } },
  required: ['fileId'],
};

/**
 * Returns the schema of an operation's arguments as one JSON Schema, for a caller without shared schemas. It contains
 * the schemas to which it refers, so recursive ones remain references.
 */
export function schemaForCaller(
  input: AppSchema,
  find: (name: string) => AppSchema | undefined,
): Record<string, unknown> {
  const used = new Map<string, unknown>();
  const names: string[] = [];
  const copy = (schema: unknown) => copied(schema, (name) => names.push(name), 0);
  const root = copy(input);
  // The list grows while it is read.
  for (const name of names) if (!used.has(name)) used.set(name, copy(find(name) ?? true));
  return {
    ...(isObject(root) ? root : {}),
    type: 'object',
    ...(used.size > 0 && { $defs: Object.fromEntries(used) }),
  };
}

function copied(value: unknown, onName: (name: string) => void, depth: number): unknown {
  if (depth > MAX_DEPTH) return true;
  if (Array.isArray(value)) return value.map((item) => copied(item, onName, depth + 1));
  if (!isObject(value)) return value;
  if (value['x-file'] === true) return FILE;
  const { $ref } = value;
  if (typeof $ref === 'string') onName($ref.slice('#/$defs/'.length));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copied(item, onName, depth + 1)]));
}
