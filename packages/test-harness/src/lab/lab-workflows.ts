import { randomUUID } from 'node:crypto';
import type { Component, Definition, Flow, JsonObject } from '@workflow/workflow-model';

export interface LabWorkflow {
  definition: Definition;
  startId: string;
}

/** Returns a chain of components. */
function chain(components: Omit<Component, 'id'>[]): LabWorkflow {
  const withIds = components.map((component) => ({ id: randomUUID(), ...component }));
  const connections = withIds
    .slice(1)
    .map((component, index) => ({ from: withIds[index]!.id, port: 'next', to: component.id }));
  return { definition: { components: withIds, connections }, startId: withIds[0]!.id };
}

const INPUT = {
  type: 'input',
  config: {
    placeholders: [
      { key: 'name', type: 'TEXT' },
      { key: 'amount', type: 'NUMBER' },
    ],
  },
} satisfies Omit<Component, 'id'>;

/** Returns input → transform → output, the shortest workflow that computes something. */
export function transformWorkflow(): LabWorkflow {
  return chain([
    INPUT,
    { type: 'transform', output: 'doubled', config: { expression: 'amount * 2', type: 'NUMBER' } },
    { type: 'output', config: { value: { name: '{{ name }}', doubled: '{{ doubled }}' } } },
  ]);
}

/** Returns input → `calls` sequential HTTP calls with `name` and `amount` → output. */
export function httpWorkflow(url: string, calls: number, value = '{{ name }}'): LabWorkflow {
  const call = (index: number) => ({
    type: 'http-request',
    output: `call${index}`,
    config: { method: 'POST', url, body: { name: '{{ name }}', amount: '{{ amount }}' }, bodyType: 'json' },
  });
  return chain([
    INPUT,
    ...Array.from({ length: calls }, (_, index) => call(index)),
    { type: 'output', config: { value } },
  ]);
}

/** Returns the same workflow with flow control. */
export function withFlow({ definition, startId }: LabWorkflow, flow: Flow): LabWorkflow {
  return { definition: { ...definition, flow }, startId };
}

/** Returns input → delay → output. */
export function delayWorkflow(seconds: number): LabWorkflow {
  return chain([INPUT, { type: 'delay', config: { seconds } }, { type: 'output', config: { value: '{{ name }}' } }]);
}

/** Returns input → code → output. */
export function codeWorkflow(source: string): LabWorkflow {
  return chain([
    INPUT,
    { type: 'code', output: 'result', config: { source, type: 'JSON' }, timeoutSeconds: 5 },
    { type: 'output', config: { value: 'done' } },
  ]);
}

/** Returns webhook → output. */
export function webhookWorkflow(config: JsonObject = {}): LabWorkflow {
  return chain([
    { type: 'webhook', output: 'delivery', config },
    { type: 'output', config: { value: '{{ delivery }}' } },
  ]);
}

const ADA = { name: 'Ada Lovelace', amount: 42 };

/** Returns the body of a run request for one of the workflows above that have an `input`. */
export function runBody(
  workflowId: string,
  componentId: string,
  placeholderValues: { name: string; amount: number } = ADA,
): string {
  return JSON.stringify({ workflowId, componentId, placeholderValues });
}
