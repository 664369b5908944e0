import type { Field } from '@workflow/workflow-model';
import { quotedKey } from '../../ui/field-path.ts';
import type { Completable } from './jsonata-completions.ts';

/** The paths of the placeholders and of all their fields. */
export function completablePaths(fields: readonly Field[], prefix = ''): Completable[] {
  return fields.flatMap((field) => {
    const path = prefix + quotedKey(field.key);
    return [{ path, type: field.type }, ...completablePaths(field.fields ?? [], `${path}.`)];
  });
}
