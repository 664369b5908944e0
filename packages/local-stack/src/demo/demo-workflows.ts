import type { Definition, JsonObject } from '@workflow/workflow-model';

/** A workflow that every first start publishes. None needs the internet. */
export interface DemoWorkflow {
  /** The id, which is the same in every installation, so that the commands of the README work unchanged. */
  id: string;
  name: string;
  description: string;
  definition: Definition;
  /** The component at which callers start it. */
  startComponentId: string;
  trigger: 'run' | 'webhook';
  /** The input of the printed commands: placeholder values, or a webhook's body. */
  example: JsonObject;
}

const GREET = {
  input: '0197a000-0000-7000-8000-000000000001',
  greeting: '0197a000-0000-7000-8000-000000000002',
  output: '0197a000-0000-7000-8000-000000000003',
};

const ORDER = {
  webhook: '0197a000-0000-7000-8000-000000000011',
  order: '0197a000-0000-7000-8000-000000000012',
  isLarge: '0197a000-0000-7000-8000-000000000013',
  review: '0197a000-0000-7000-8000-000000000014',
  accept: '0197a000-0000-7000-8000-000000000015',
};

const greet: DemoWorkflow = {
  id: '0197a000-0000-7000-8000-000000000000',
  name: 'Greet',
  description: 'Takes a name and a language, and answers with a greeting.',
  startComponentId: GREET.input,
  trigger: 'run',
  example: { name: 'Ada', language: 'fr' },
  definition: {
    components: [
      {
        id: GREET.input,
        type: 'input',
        name: 'Who to greet',
        config: {
          placeholders: [
            { key: 'name', type: 'TEXT' },
            { key: 'language', type: 'TEXT', optional: true },
          ],
        },
        position: { x: 0, y: 0 },
      },
      {
        id: GREET.greeting,
        type: 'transform',
        name: 'Write the greeting',
        output: 'greeting',
        config: {
          type: 'TEXT',
          expression: `($exists(language) and language = "fr" ? "Bonjour, " : "Hello, ") & name & "!"`,
        },
        position: { x: 280, y: 0 },
      },
      {
        id: GREET.output,
        type: 'output',
        name: 'Answer',
        config: { value: { greeting: '{{ greeting }}' } },
        position: { x: 560, y: 0 },
      },
    ],
    connections: [
      { from: GREET.input, port: 'next', to: GREET.greeting },
      { from: GREET.greeting, port: 'next', to: GREET.output },
    ],
  },
};

const receiveOrder: DemoWorkflow = {
  id: '0197a000-0000-7000-8000-000000000010',
  name: 'Receive an order',
  description: 'Takes an order by webhook; a large one goes to review.',
  startComponentId: ORDER.webhook,
  trigger: 'webhook',
  example: { orderId: 'A-1001', total: 1250.5, customer: { email: 'ada@example.com' } },
  definition: {
    components: [
      {
        id: ORDER.webhook,
        type: 'webhook',
        name: 'Order placed',
        output: 'request',
        config: {},
        position: { x: 0, y: 80 },
      },
      {
        id: ORDER.order,
        type: 'json-parse',
        name: 'Read the order',
        output: 'order',
        config: {
          source: '{{ request }}',
          fields: [
            {
              key: 'body',
              type: 'OBJECT',
              fields: [
                { key: 'orderId', type: 'TEXT' },
                { key: 'total', type: 'NUMBER' },
                { key: 'customer', type: 'OBJECT', fields: [{ key: 'email', type: 'TEXT' }] },
              ],
            },
          ],
        },
        position: { x: 280, y: 80 },
      },
      {
        id: ORDER.isLarge,
        type: 'condition',
        name: 'Is it large?',
        config: { expression: 'order.body.total > 1000' },
        position: { x: 560, y: 80 },
      },
      {
        id: ORDER.review,
        type: 'output',
        name: 'To review',
        config: { value: { decision: 'review', orderId: '{{ order.body.orderId }}', total: '{{ order.body.total }}' } },
        position: { x: 840, y: 0 },
      },
      {
        id: ORDER.accept,
        type: 'output',
        name: 'Accepted',
        config: {
          value: { decision: 'accepted', orderId: '{{ order.body.orderId }}', total: '{{ order.body.total }}' },
        },
        position: { x: 840, y: 160 },
      },
    ],
    connections: [
      { from: ORDER.webhook, port: 'next', to: ORDER.order },
      { from: ORDER.order, port: 'next', to: ORDER.isLarge },
      { from: ORDER.isLarge, port: 'true', to: ORDER.review },
      { from: ORDER.isLarge, port: 'false', to: ORDER.accept },
    ],
  },
};

export const DEMO_WORKFLOWS = { greet, receiveOrder };
