import { randomUUID } from 'node:crypto';
import type { Component, Definition, JsonObject } from '@workflow/workflow-model';

/** Returns a component with a new id. */
export function component(type: string, config: JsonObject, more: Partial<Component> = {}): Component {
  return { id: randomUUID(), type, config, ...more };
}

/** Returns both triggers. Each gives a text `t` to expressions, and the first one also any JSON `j`. */
export function textTriggers(): [input: Component, webhook: Component] {
  const placeholders = [
    { key: 't', type: 'TEXT' },
    { key: 'j', type: 'JSON' },
  ];
  return [component('input', { placeholders }), component('webhook', {}, { output: 'w' })];
}

/** Connects components one after the other by their port `next`. */
export function chain(...components: Component[]): Definition {
  const connections = components
    .slice(1)
    .map(({ id }, index) => ({ from: components[index]!.id, port: 'next', to: id }));
  return { components, connections };
}
