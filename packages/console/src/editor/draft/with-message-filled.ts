import type { JsonSchema } from '@workflow/component-kit';
import { findComponentType } from '@workflow/components/descriptors';
import { ancestors, graphOf, type Component } from '@workflow/workflow-model';
import { quotedKey } from '../../ui/field-path.ts';
import { changeComponent } from './draft-edits.ts';
import type { Edit } from './draft-store.ts';

/**
 * The edit, which also fills in the text that a newly connected component works on, if exactly one trigger before it
 * receives messages that people write.
 */
export function withMessageFilled(edit: Edit, componentId: string): Edit {
  return (draft) => {
    const edited = edit(draft);
    const component = edited.components.find(({ id }) => id === componentId);
    const property = component === undefined ? null : emptyFieldFor(component);
    if (property === null) return edited;
    const before = ancestors(graphOf(edited), componentId);
    const [message, ...others] = edited.components.filter(({ id }) => before.has(id)).flatMap(messageOf);
    if (message === undefined || others.length > 0) return edited;
    const value = `{{ ${message} }}`;
    return changeComponent(componentId, (one) => ({ ...one, config: { ...one.config, [property]: value } }))(edited);
  };
}

/** The empty property that takes a message; null if there is none. */
function emptyFieldFor({ type, config }: Component): string | null {
  const properties = (findComponentType({ type })?.configSchema['properties'] ?? {}) as Record<string, JsonSchema>;
  const isEmpty = ([key, property]: [string, JsonSchema]) =>
    property['x-takes'] === 'message' && (config[key] ?? '') === '';
  return Object.entries(properties).find(isEmpty)?.[0] ?? null;
}

function messageOf(component: Component): string[] {
  const field = findComponentType(component)?.trigger?.messageField;
  return field === undefined ? [] : [`${quotedKey(component.output ?? '')}.${quotedKey(field)}`];
}
