import { defineTemplate } from './define-template.ts';

const ORDER = { product: 'Lamp', count: 2 };

export const apiWithRespond = defineTemplate({
  key: 'api-with-respond',
  name: 'API that answers',
  description: 'An HTTP endpoint: checks the request, answers 201 or 422, and continues in the background.',
  needs: [],
  samples: {
    webhook: {
      request: JSON.stringify({ method: 'POST', headers: { 'content-type': 'application/json' }, body: ORDER }),
    },
  },
  components: {
    webhook: {
      at: [0, 0],
      type: 'webhook',
      name: 'Order',
      output: 'request',
      config: { response: { timeoutSeconds: 10 } },
    },
    read: {
      at: [1, 0],
      type: 'json-parse',
      name: 'Read the order',
      output: 'order',
      config: {
        source: '{{ request }}',
        path: '/body',
        fields: [
          { key: 'product', type: 'TEXT' },
          { key: 'count', type: 'NUMBER' },
        ],
      },
    },
    accept: {
      at: [2, 0],
      type: 'respond',
      name: 'Accepted',
      config: { status: 201, body: { product: '{{ order.product }}', count: '{{ order.count }}' } },
    },
    afterwards: {
      at: [3, 0],
      type: 'output',
      name: 'Afterwards',
      config: { value: 'Packing {{ order.count }} × {{ order.product }}' },
    },
    refuse: {
      at: [2, 1],
      type: 'respond',
      name: 'Refused',
      config: { status: 422, body: { problem: '{{ error.message }}' } },
    },
  },
  connections: [
    ['webhook', 'next', 'read'],
    ['read', 'next', 'accept'],
    ['accept', 'next', 'afterwards'],
    ['read', 'error', 'refuse'],
  ],
});
