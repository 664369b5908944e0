import { randomUUID } from 'node:crypto';
import type { Component, Definition, JsonObject } from '@workflow/workflow-model';

/** A component with an id of its own. */
export function component(type: string, config: JsonObject, more: Partial<Component> = {}): Component {
  return { id: randomUUID(), type, config, ...more };
}

/** What both triggers give to expressions: a text `t` and, of the first, any JSON `j`. */
export function textTriggers(): [input: Component, webhook: Component] {
  const placeholders = [
    { key: 't', type: 'TEXT' },
    { key: 'j', type: 'JSON' },
  ];
  return [component('input', { placeholders }), component('webhook', {}, { output: 'w' })];
}

/** One after the other, each by its port `next`. */
export function chain(...components: Component[]): Definition {
  const connections = components
    .slice(1)
    .map(({ id }, index) => ({ from: components[index]!.id, port: 'next', to: id }));
  return { components, connections };
}
