import type { Component, Connection, JsonObject } from '@workflow/workflow-model';
import { checkDefinition } from '../index.ts';

export const idOf = (number: number) => `019cd2f4-7c1a-7b3e-9d55-${String(number).padStart(12, '0')}`;
export const component = (
  number: number,
  type: string,
  config: JsonObject = {},
  more: Partial<Component> = {},
): Component => ({ id: idOf(number), type, config, ...more });
export const connect = (from: number, to: number, port = 'next'): Connection => ({
  from: idOf(from),
  port,
  to: idOf(to),
});

export const input = component(1, 'input', {
  placeholders: [
    { key: 'name', type: 'TEXT' },
    { key: 'order', type: 'OBJECT', fields: [{ key: 'total', type: 'NUMBER' }] },
  ],
});
const greet = component(2, 'transform', { expression: '"Hello " & name', type: 'TEXT' }, { output: 'greeting' });
export const answer = component(3, 'output', { value: { text: '{{ greeting }}', total: '{{ order.total }}' } });
export const GOOD = { components: [input, greet, answer], connections: [connect(1, 2), connect(2, 3)] };

/** Returns problems as `component number or -, path, message`. */
export async function problemsOf(definition: unknown): Promise<string[]> {
  return (await checkDefinition(definition)).map(
    ({ componentId, path, message }) =>
      `${componentId === null ? '-' : Number(componentId.slice(-12))} ${path} ${message}`,
  );
}
/** Returns the problems of one component after the input. */
export const problemsOfOne = (type: string, config: JsonObject, more: Partial<Component> = {}) =>
  problemsOf({ components: [input, component(2, type, config, more)], connections: [connect(1, 2)] });
