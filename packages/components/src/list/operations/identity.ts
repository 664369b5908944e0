import { isJsonObject, type Json } from '@workflow/workflow-model';
import type { MadeRoom } from './made-room.ts';
import { pathOf, valueAt } from './paths.ts';

/** Returns a text that is the same for equal values, whatever the order of their fields. */
export function identityOf(value: Json | undefined): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return `[${value.map(identityOf).join(',')}]`;
  if (!isJsonObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${identityOf(value[name])}`).join(',')}}`;
}

/**
 * Returns the first of each set of items that are equal, as a whole or at these fields. @throws StepFailure
 * OUTPUT_TOO_LARGE
 */
export function uniqueItems(items: readonly Json[], by: readonly string[] | undefined, room: MadeRoom): Json[] {
  const fields = [...new Set(by)].map((field) => ({ field, path: pathOf(field) }));
  const seen = new Set<string>();
  const partOf = (item: Json, field: string, path: readonly string[]): string => {
    const part = identityOf(valueAt(item, field, path));
    // Counts the text of the part, and the joined text of all parts.
    room.takeBytes('unique', 2 * part.length);
    return part;
  };
  return items.filter((item) => {
    const parts = fields.length === 0 ? [identityOf(item)] : fields.map(({ field, path }) => partOf(item, field, path));
    const identity = parts.join('|');
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}
