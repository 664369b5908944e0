import { defineTemplate } from './define-template.ts';

export const nightlyReport = defineTemplate({
  key: 'nightly-report',
  name: 'Nightly report from a database by e-mail',
  description:
    'Reads the orders of the last day from a database every night, adds them up and sends a report by e-mail.',
  needs: [
    {
      kind: 'credential',
      name: 'Database',
      purpose: 'PostgreSQL or MySQL with a table orders (product, total, ordered_at)',
    },
    { kind: 'credential', name: 'Mail server', purpose: 'SMTP, to send the report' },
  ],
  samples: { night: { scheduledFor: '2026-07-06T04:00:00Z' } },
  components: {
    night: {
      at: [0, 0],
      type: 'schedule',
      name: 'Every night at 04:00',
      output: 'scheduledFor',
      config: { cron: '0 4 * * *', timeZone: 'UTC' },
    },
    read: {
      at: [1, 0],
      type: 'database-query',
      name: 'Read the orders',
      output: 'orders',
      config: {
        query:
          'SELECT product, count(*) AS orders, sum(total) AS total FROM orders\n' +
          "WHERE ordered_at > CURRENT_TIMESTAMP - INTERVAL '1' DAY\n" +
          'GROUP BY product ORDER BY product',
      },
      standIn: {
        rows: [
          { product: 'Cable', orders: '14', total: '70.00' },
          { product: 'Lamp', orders: '3', total: '135.00' },
        ],
        rowCount: 2,
      },
    },
    write: {
      at: [2, 0],
      type: 'transform',
      name: 'Write the report',
      output: 'report',
      config: {
        expression: '$join(orders.rows.(product & ": " & orders & " orders, " & total), "\\n")',
        type: 'TEXT',
      },
    },
    mail: {
      at: [3, 0],
      type: 'send-email',
      name: 'Send the report',
      output: 'mail',
      config: {
        from: 'Reports <reports@example.com>',
        to: 'team@example.com',
        subject: "Orders until {{ $substringBefore(scheduledFor, 'T') }}",
        text: 'Orders by product:\n\n{{ report }}\n',
      },
      standIn: { messageId: '<stand-in@example.com>', accepted: ['team@example.com'] },
    },
    done: { at: [4, 0], type: 'output', name: 'Sent', config: { value: '{{ report }}' } },
  },
  connections: [
    ['night', 'next', 'read'],
    ['read', 'next', 'write'],
    ['write', 'next', 'mail'],
    ['mail', 'next', 'done'],
  ],
});
