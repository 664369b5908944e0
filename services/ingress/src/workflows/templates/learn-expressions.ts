import { defineTemplate } from './define-template.ts';

export const learnExpressions = defineTemplate({
  key: 'learn-expressions',
  name: 'Learn expressions',
  description:
    'Adds up an order, takes one of two branches and writes a message. Shows how values pass from step to step.',
  needs: [],
  samples: {
    order: {
      customer: 'Ada',
      items: [
        { name: 'Lamp', price: 45, count: 2 },
        { name: 'Cable', price: 5, count: 4 },
      ],
    },
  },
  components: {
    order: {
      at: [0, 0],
      type: 'input',
      name: 'Order',
      config: {
        placeholders: [
          { key: 'customer', type: 'TEXT' },
          {
            key: 'items',
            type: 'LIST',
            items: {
              type: 'OBJECT',
              fields: [
                { key: 'name', type: 'TEXT' },
                { key: 'price', type: 'NUMBER' },
                { key: 'count', type: 'NUMBER' },
              ],
            },
          },
        ],
      },
    },
    total: {
      at: [1, 0],
      type: 'transform',
      name: 'Add up',
      output: 'total',
      config: { expression: '$sum(items.(price * count))', type: 'NUMBER' },
    },
    large: { at: [2, 0], type: 'condition', name: 'Free delivery?', config: { expression: 'total >= 100' } },
    free: {
      at: [3, 0],
      type: 'output',
      name: 'Free',
      config: { value: 'Dear {{ customer }}, {{ $join(items.name, " and ") }} for {{ total }}, delivered free.' },
    },
    paid: {
      at: [3, 1],
      type: 'output',
      name: 'With delivery',
      config: { value: 'Dear {{ customer }}, that makes {{ total + 5 }} with delivery.' },
    },
  },
  connections: [
    ['order', 'next', 'total'],
    ['total', 'next', 'large'],
    ['large', 'true', 'free'],
    ['large', 'false', 'paid'],
  ],
});
