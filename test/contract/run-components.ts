import type { Component, Connection, JsonObject } from '@workflow/workflow-model';
import { input, output, type Answer, type SharedContractSystem } from './contract-system.ts';

/** One placeholder of each type. */
export const VALUES = [
  { key: 'text', type: 'TEXT' },
  { key: 'number', type: 'NUMBER' },
  { key: 'flag', type: 'BOOLEAN' },
  { key: 'list', type: 'LIST' },
  { key: 'json', type: 'JSON' },
  {
    key: 'order',
    type: 'OBJECT',
    fields: [
      { key: 'total', type: 'NUMBER' },
      { key: 'note', type: 'TEXT' },
    ],
  },
];

/**
 * Runs an `input` with one placeholder of each type, these components, and an `output`. @returns the answer at the end
 */
export async function runThrough(
  system: SharedContractSystem,
  middle: Component[],
  value: JsonObject | string,
  placeholderValues: JsonObject = {},
): Promise<Answer['body']> {
  return (await system.runChain([input(...VALUES), ...middle, output(value)], placeholderValues)).body;
}

/** Publishes these components and runs them from the first one. @returns the answer at the end */
export async function runGraph(
  system: SharedContractSystem,
  components: Component[],
  connections: Connection[],
  placeholderValues: JsonObject = {},
): Promise<Answer['body']> {
  const workflowId = await system.api.publish('Graph', { components, connections });
  return (await system.api.run(workflowId, components[0]!.id, placeholderValues, { prefer: 'wait=60' })).body;
}
