import { findComponentType, unfoldBodies, type WrittenComponent } from '@workflow/components/descriptors';
import { isJsonObject, type Component, type Connection, type Note } from '@workflow/workflow-model';
import type { CopiedPart } from './copy-components.ts';

/**
 * The components in a text from the clipboard: copied ones, an exported workflow, or a list of components. A text
 * explains why there are none.
 */
export function readPastedPart(text: string): CopiedPart | string {
  const value = parsed(text);
  const given = Array.isArray(value) ? { components: value } : value;
  if (!isJsonObject(given) || !Array.isArray(given['components']))
    return 'The clipboard has no components. Copy some on a canvas, or the JSON of an exported workflow.';
  if (given['components'].length === 0 && !Array.isArray(given['notes'])) return 'The workflow has no components.';
  const components: WrittenComponent[] = [];
  for (const [index, one] of given['components'].entries()) {
    if (!isJsonObject(one) || typeof one['type'] !== 'string') return `Component ${index + 1} has no type.`;
    if (findComponentType({ type: one['type'] }) === undefined)
      return `Component ${index + 1} is of the type ${one['type'].slice(0, 100)}, which does not exist here.`;
    components.push(asComponent(one, index));
  }
  const connections = objectsIn(given['connections']).filter(isConnection);
  return {
    kind: 'workflow-components',
    ...unfoldBodies({ components, connections }),
    notes: objectsIn(given['notes']).filter(isNote),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function asComponent(one: Record<string, unknown>, index: number): WrittenComponent {
  const { position, within: _within, ...rest } = one as unknown as Component;
  return {
    ...rest,
    id: typeof one['id'] === 'string' ? one['id'] : `component ${index}`,
    config: isJsonObject(one['config']) ? (one['config'] as Component['config']) : {},
    ...(isPosition(position) && { position: { x: position.x, y: position.y } }),
  };
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((one) => isJsonObject(one)) : [];
}

function isConnection(value: Record<string, unknown>): value is Record<string, unknown> & Connection {
  return ['from', 'port', 'to'].every((key) => typeof value[key] === 'string');
}

function isNote(value: Record<string, unknown>): value is Record<string, unknown> & Note {
  return typeof value['id'] === 'string' && typeof value['text'] === 'string' && isPosition(value['position']);
}

function isPosition(value: unknown): value is { x: number; y: number } {
  return isJsonObject(value) && typeof value['x'] === 'number' && typeof value['y'] === 'number';
}
