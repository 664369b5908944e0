import { defineTemplate } from './define-template.ts';

export const csvLoop = defineTemplate({
  key: 'csv-loop',
  name: 'Check the rows of a CSV in a loop',
  description:
    'Reads orders from a CSV, checks each row in the frame of a loop, and returns the total and the wrong rows.',
  needs: [],
  samples: { csv: { csv: 'order,quantity,price\nA-1,2,9.5\nA-2,0,20\nA-3,1,120\n' } },
  components: {
    csv: {
      at: [0, 0],
      type: 'input',
      name: 'Orders',
      config: { placeholders: [{ key: 'csv', type: 'TEXT' }] },
    },
    read: {
      at: [1, 0],
      type: 'convert',
      name: 'Read the CSV',
      output: 'rows',
      config: { from: '{{ csv }}', format: 'csv', typed: true },
    },
    each: {
      at: [2, 0],
      type: 'for-each',
      name: 'For each order',
      output: 'checked',
      config: { items: '{{ rows }}', itemKey: 'order', body: { components: [], connections: [] } },
    },
    complete: {
      at: [2, 1.15],
      within: 'each',
      type: 'condition',
      name: 'Complete?',
      config: { expression: 'order.quantity > 0 and order.price > 0' },
    },
    right: {
      at: [3, 1.15],
      within: 'each',
      type: 'output',
      name: 'Right',
      config: { value: { order: '{{ order.order }}', total: '{{ order.quantity * order.price }}' } },
    },
    wrong: {
      at: [3, 2],
      within: 'each',
      type: 'output',
      name: 'Wrong',
      config: { value: { order: '{{ order.order }}', row: '{{ index + 2 }}' } },
    },
    done: {
      at: [3, 0],
      type: 'output',
      name: 'Checked',
      config: {
        value: {
          total: '{{ $sum(checked.total) }}',
          wrong: '{{ checked[$exists(row)].order[] }}',
        },
      },
    },
  },
  connections: [
    ['csv', 'next', 'read'],
    ['read', 'next', 'each'],
    ['each', 'next', 'done'],
    ['complete', 'true', 'right'],
    ['complete', 'false', 'wrong'],
  ],
});
