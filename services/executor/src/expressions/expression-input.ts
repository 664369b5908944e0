import type { ParsedExpression } from '@workflow/validation';
import type { Json } from '@workflow/workflow-model';
import { sizeWithin } from './value-size.ts';

type Placeholders = Readonly<Record<string, Json>>;

/** The part of the placeholders that an expression can read; without a prototype. */
export function readableBy({ references, readsAll }: ParsedExpression, placeholders: Placeholders): Placeholders {
  if (readsAll) return placeholders;
  const readable = Object.create(null) as Record<string, Json>;
  for (const { path } of references) {
    const [name = ''] = path;
    if (Object.hasOwn(placeholders, name)) readable[name] = placeholders[name] as Json;
  }
  return readable;
}

/**
 * The size of the values that an expression reads, without the rest of the objects around them; any number above
 * `limit` when it is larger.
 */
export function inputSize(
  { references, readsAll }: ParsedExpression,
  placeholders: Placeholders,
  limit: number,
): number {
  if (readsAll) return sizeWithin(placeholders as Json, limit);
  let size = 0;
  for (const { path } of references) {
    if (size > limit) break;
    size += sizeWithin(valueAt(placeholders, path), limit - size);
  }
  return size;
}

/** Through a list a path reads all items, so the whole list counts. */
function valueAt(placeholders: Placeholders, path: readonly string[]): Json | undefined {
  let value = placeholders as Json | undefined;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}
