import type { Json } from '@workflow/workflow-model';
import { isObject, pathOf, valueAt } from './paths.ts';

/** A text that two values share when they are equal, in whatever order their fields stand. */
export function identityOf(value: Json | undefined): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return `[${value.map(identityOf).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${identityOf(value[name])}`).join(',')}}`;
}

/** The first of all items that are equal, or are so at these fields. */
export function uniqueItems(items: readonly Json[], by: readonly string[] | undefined): Json[] {
  const fields = by?.map((field) => ({ field, path: pathOf(field) })) ?? [];
  const seen = new Set<string>();
  return items.filter((item) => {
    const identity =
      fields.length === 0
        ? identityOf(item)
        : fields.map(({ field, path }) => identityOf(valueAt(item, field, path))).join('|');
    if (seen.has(identity)) return false;
    seen.add(identity);
    return true;
  });
}
