import type { Component, Connection, Definition } from '@workflow/workflow-model';
import { timeOrderedId } from '@workflow/session-store';

export interface WorkflowTemplate {
  key: string;
  name: string;
  description: string;
  definition: Definition;
}

type Part = Omit<Component, 'id' | 'position'>;
const COLUMN = 280;
const ROW = 160;

/** Each makes its definition anew, with ids of its own. Every one of them can be published as it is. */
export const WORKFLOW_TEMPLATES: readonly (() => WorkflowTemplate)[] = [
  () => {
    const draw = drawing();
    const input = draw.add(0, 0, {
      type: 'input',
      name: 'Input',
      config: { placeholders: [{ key: 'name', type: 'TEXT' }] },
    });
    const greeting = draw.add(1, 0, {
      type: 'transform',
      name: 'Greet',
      output: 'greeting',
      config: { expression: '"Hello, " & name', type: 'TEXT' },
    });
    const output = draw.add(2, 0, { type: 'output', name: 'Output', config: { value: '{{ greeting }}' } });
    draw.connect(input, 'next', greeting);
    draw.connect(greeting, 'next', output);
    return {
      key: 'hello',
      name: 'Hello',
      description: 'Receives a name by API and answers with a greeting.',
      definition: draw.definition,
    };
  },
  () => {
    const draw = drawing();
    const webhook = draw.add(0, 0, { type: 'webhook', name: 'Webhook', output: 'request', config: {} });
    const parse = draw.add(1, 0, {
      type: 'json-parse',
      name: 'Read order',
      output: 'delivery',
      config: {
        source: '{{ request }}',
        fields: [
          {
            key: 'body',
            type: 'OBJECT',
            fields: [
              { key: 'orderId', type: 'TEXT' },
              { key: 'total', type: 'NUMBER' },
            ],
          },
        ],
      },
    });
    const large = draw.add(2, 0, {
      type: 'condition',
      name: 'Large order?',
      config: { expression: 'delivery.body.total >= 1000' },
    });
    const review = draw.add(3, 0, {
      type: 'output',
      name: 'Review',
      config: { value: 'Order {{ delivery.body.orderId }} needs a review' },
    });
    const accept = draw.add(3, 1, {
      type: 'output',
      name: 'Accept',
      config: { value: 'Order {{ delivery.body.orderId }} is accepted' },
    });
    draw.connect(webhook, 'next', parse);
    draw.connect(parse, 'next', large);
    draw.connect(large, 'true', review);
    draw.connect(large, 'false', accept);
    return {
      key: 'webhook-order',
      name: 'Orders by webhook',
      description: 'Receives an order, reads it and takes one of two branches.',
      definition: draw.definition,
    };
  },
  () => {
    const draw = drawing();
    const input = draw.add(0, 0, {
      type: 'input',
      name: 'Input',
      config: { placeholders: [{ key: 'url', type: 'TEXT' }] },
    });
    const fetch = draw.add(1, 0, {
      type: 'http-request',
      name: 'Fetch',
      output: 'answer',
      config: { method: 'GET', url: '{{ url }}' },
      retry: { maxAttempts: 3, backoffSeconds: 2 },
    });
    const good = draw.add(2, 0, { type: 'output', name: 'Answer', config: { value: '{{ answer.body }}' } });
    const bad = draw.add(2, 1, {
      type: 'output',
      name: 'Failure',
      config: { value: 'The service did not answer: {{ error.message }}' },
    });
    draw.connect(input, 'next', fetch);
    draw.connect(fetch, 'next', good);
    draw.connect(fetch, 'error', bad);
    return {
      key: 'http-retry',
      name: 'Call a service',
      description: 'Calls another service, retries when it fails, and reports when all tries failed.',
      definition: draw.definition,
    };
  },
  () => {
    const draw = drawing();
    const input = draw.add(0, 0, {
      type: 'input',
      name: 'Input',
      config: { placeholders: [{ key: 'message', type: 'TEXT' }] },
    });
    const wait = draw.add(1, 0, { type: 'delay', name: 'Wait', config: { seconds: 60 } });
    const output = draw.add(2, 0, { type: 'output', name: 'Output', config: { value: '{{ message }}' } });
    draw.connect(input, 'next', wait);
    draw.connect(wait, 'next', output);
    return {
      key: 'delay',
      name: 'Wait and continue',
      description: 'Waits a minute without occupying an executor, even across restarts, then continues.',
      definition: draw.definition,
    };
  },
];

function drawing(): {
  definition: Definition;
  add(column: number, row: number, part: Part): string;
  connect(from: string, port: string, to: string): void;
} {
  const components: Component[] = [];
  const connections: Connection[] = [];
  return {
    definition: { components, connections },
    add: (column, row, part) => {
      const id = timeOrderedId();
      components.push({ id, ...part, position: { x: column * COLUMN, y: row * ROW } });
      return id;
    },
    connect: (from, port, to) => void connections.push({ from, port, to }),
  };
}
