import type { JsonSchema } from '@workflow/component-kit';
import { availablePlaceholders, findComponentType } from '@workflow/components/descriptors';
import type { Field } from '@workflow/workflow-model';
import { quotedKey } from '../../ui/field-path.ts';
import { changeComponent } from './draft-edits.ts';
import type { Edit } from './draft-store.ts';

/**
 * The edit, which also fills in the list that a newly connected component needs, if exactly one list is available to
 * it.
 */
export function withListFilled(edit: Edit, componentId: string): Edit {
  return (draft) => {
    const edited = edit(draft);
    const component = edited.components.find(({ id }) => id === componentId);
    const property = component === undefined ? null : emptyListOf(component.type, component.config);
    if (property === null) return edited;
    const [list, ...others] = listsIn(availablePlaceholders(edited, componentId));
    if (list === undefined || others.length > 0) return edited;
    const value = `{{ ${list} }}`;
    return changeComponent(componentId, (one) => ({ ...one, config: { ...one.config, [property]: value } }))(edited);
  };
}

/** The required property that takes a list and is empty; null if there is none. */
function emptyListOf(type: string, config: Readonly<Record<string, unknown>>): string | null {
  const { properties = {}, required = [] } = (findComponentType({ type })?.configSchema ?? {}) as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  const isEmptyList = (key: string) => properties[key]?.['x-template'] === 'list' && (config[key] ?? '') === '';
  return required.find(isEmptyList) ?? null;
}

/** The paths of lists, also within objects. */
function listsIn(fields: readonly Field[], prefix = ''): string[] {
  return fields.flatMap(({ key, type, fields: own = [] }) => {
    const path = prefix + quotedKey(key);
    return type === 'LIST' ? [path] : type === 'OBJECT' ? listsIn(own, `${path}.`) : [];
  });
}
