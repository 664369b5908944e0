import { defineTemplate } from './define-template.ts';

const PAYMENT = {
  id: 'evt_1',
  type: 'payment_intent.succeeded',
  data: { object: { id: 'pi_1', amount: 4900, currency: 'eur', receipt_email: 'ada@example.com' } },
};

export const stripePaymentToDatabase = defineTemplate({
  key: 'stripe-payment-to-database',
  name: 'Stripe payment to database',
  description: 'Writes each Stripe payment to a database, exactly once. Sends an e-mail if the database refuses it.',
  needs: [
    { kind: 'secret', name: 'stripe-webhook', purpose: 'the signing secret of the Stripe endpoint' },
    { kind: 'credential', name: 'Database', purpose: 'PostgreSQL with a table payments (id, amount, currency)' },
    { kind: 'credential', name: 'Mail server', purpose: 'SMTP, to report failures' },
  ],
  samples: {
    webhook: {
      request: JSON.stringify({ method: 'POST', headers: { 'content-type': 'application/json' }, body: PAYMENT }),
    },
  },
  components: {
    webhook: {
      at: [0, 0],
      type: 'webhook',
      name: 'Stripe',
      output: 'request',
      config: { verification: { scheme: 'stripe', secret: 'stripe-webhook' }, deduplicateBy: ['body:/id'] },
    },
    read: {
      at: [1, 0],
      type: 'json-parse',
      name: 'Read the event',
      output: 'event',
      config: {
        source: '{{ request }}',
        path: '/body',
        fields: [
          { key: 'type', type: 'TEXT' },
          {
            key: 'data',
            type: 'OBJECT',
            fields: [
              {
                key: 'object',
                type: 'OBJECT',
                fields: [
                  { key: 'id', type: 'TEXT' },
                  { key: 'amount', type: 'NUMBER', optional: true },
                  { key: 'currency', type: 'TEXT', optional: true },
                ],
              },
            ],
          },
        ],
      },
    },
    paid: {
      at: [2, 0],
      type: 'condition',
      name: 'Paid?',
      config: { expression: 'event.type = "payment_intent.succeeded"' },
    },
    write: {
      at: [3, 0],
      type: 'database-query',
      name: 'Write the payment',
      output: 'written',
      config: {
        query:
          'INSERT INTO payments (id, amount, currency) VALUES ($1, $2, $3)\n' +
          'ON CONFLICT (id) DO NOTHING RETURNING id',
        parameters: [
          '{{ event.data.object.id }}',
          '{{ event.data.object.amount }}',
          '{{ event.data.object.currency }}',
        ],
      },
      standIn: { rows: [{ id: 'pi_1' }], rowCount: 1 },
      retry: { maxAttempts: 3, backoffSeconds: 2 },
    },
    done: { at: [4, 0], type: 'output', name: 'Written', config: { value: '{{ written.rowCount }} payment written' } },
    mail: {
      at: [4, 1],
      type: 'send-email',
      name: 'Report the failure',
      output: 'mail',
      config: {
        from: 'Payments <payments@example.com>',
        to: 'team@example.com',
        subject: 'Payment {{ event.data.object.id }} was not written',
        text: 'The database refused it: {{ error.message }}',
      },
    },
    other: { at: [3, 1], type: 'output', name: 'Other event', config: { value: 'Nothing to do for {{ event.type }}' } },
  },
  connections: [
    ['webhook', 'next', 'read'],
    ['read', 'next', 'paid'],
    ['paid', 'true', 'write'],
    ['paid', 'false', 'other'],
    ['write', 'next', 'done'],
    ['write', 'error', 'mail'],
  ],
});
