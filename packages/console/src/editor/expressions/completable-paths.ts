import { itemShape, type Field, type ListItems } from '@workflow/workflow-model';
import { quotedKey } from '../../ui/field-path.ts';
import type { Completable } from './jsonata-completions.ts';

/** The paths of the placeholders, of all their fields, and of the first item of a list whose type is declared. */
export function completablePaths(fields: readonly Field[], prefix = ''): Completable[] {
  return fields.flatMap((field) => {
    const path = prefix + quotedKey(field.key);
    const own: Completable = { path, type: field.type };
    return [own, ...completablePaths(field.fields ?? [], `${path}.`), ...itemPaths(field.items, path)];
  });
}

function itemPaths(items: ListItems | undefined, path: string): Completable[] {
  if (items === undefined) return [];
  const item = itemShape(items);
  const ofEach = completablePaths(item.fields ?? [], `${path}.`).map((inner) => ({ ...inner, ofEach: true }));
  return [{ path: `${path}[0]`, type: item.type }, ...completablePaths(item.fields ?? [], `${path}[0].`), ...ofEach];
}
