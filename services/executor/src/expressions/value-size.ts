import type { Json } from '@workflow/workflow-model';

/** The size of a number, a name, a list or an object, in characters of text. */
const SIZE_OF_NODE = 16;

/**
 * Size of a value, by its texts and by how many values it consists of; `limit` plus something for whatever is larger,
 * so that measuring never takes longer than the limit allows.
 */
export function sizeWithin(value: Json | undefined, limit: number): number {
  if (typeof value === 'string') return value.length;
  let size = SIZE_OF_NODE;
  if (typeof value !== 'object' || value === null) return size;
  for (const key of Object.keys(value)) {
    size += key.length + sizeWithin((value as Record<string, Json>)[key], limit - size);
    if (size > limit) break;
  }
  return size;
}
