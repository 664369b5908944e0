import type { ParsedExpression } from '@workflow/validation';
import type { Json } from '@workflow/workflow-model';
import { sizeWithin } from './value-size.ts';

type Placeholders = Readonly<Record<string, Json>>;

/** What of the placeholders an expression can read; without a prototype. */
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
 * How large what an expression works on is, no matter how large the objects are that it is a part of; more than `limit`
 * when it is more.
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

/** Through lists a path reads all items: then the list is what it works on. */
function valueAt(placeholders: Placeholders, path: readonly string[]): Json | undefined {
  let value = placeholders as Json | undefined;
  for (const name of path) {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    value = Object.hasOwn(value, name) ? value[name] : undefined;
  }
  return value;
}
