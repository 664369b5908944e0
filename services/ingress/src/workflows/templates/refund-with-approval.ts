import { defineTemplate } from './define-template.ts';

export const refundWithApproval = defineTemplate({
  key: 'refund-with-approval',
  name: 'Refund with approval',
  description: 'Refunds small amounts immediately. Larger refunds need an approval, by link or in the console.',
  needs: [{ kind: 'credential', name: 'Stripe', purpose: 'bearer token: a secret key that may make refunds' }],
  samples: { ask: { charge: 'ch_1', amount: 20, reason: 'The lamp arrived broken' } },
  components: {
    ask: {
      at: [0, 0],
      type: 'input',
      name: 'Refund request',
      config: {
        placeholders: [
          { key: 'charge', type: 'TEXT' },
          { key: 'amount', type: 'NUMBER' },
          { key: 'reason', type: 'TEXT' },
        ],
      },
    },
    small: { at: [1, 0], type: 'condition', name: 'Up to 50?', config: { expression: 'amount <= 50' } },
    approve: {
      at: [2, 1],
      type: 'approval',
      name: 'Approve',
      output: 'approval',
      config: {
        title: 'Refund {{ amount }} for {{ charge }}?',
        message: '{{ reason }}',
        timeoutSeconds: 259_200,
      },
    },
    refund: {
      at: [3, 0],
      type: 'http-request',
      name: 'Refund',
      output: 'refund',
      config: {
        method: 'POST',
        url: 'https://api.stripe.com/v1/refunds',
        bodyType: 'form',
        body: { charge: '{{ charge }}', amount: '{{ $string($round(amount * 100)) }}' },
        credential: '',
      },
      standIn: { status: 200, headers: {}, body: { id: 're_1', status: 'succeeded' } },
      retry: { maxAttempts: 3, backoffSeconds: 2 },
    },
    done: { at: [4, 0], type: 'output', name: 'Refunded', config: { value: 'Refund {{ refund.body.id }}' } },
    not: { at: [3, 2], type: 'output', name: 'Not refunded', config: { value: 'The refund was not approved' } },
  },
  connections: [
    ['ask', 'next', 'small'],
    ['small', 'true', 'refund'],
    ['small', 'false', 'approve'],
    ['approve', 'approve', 'refund'],
    ['approve', 'reject', 'not'],
    ['approve', 'timeout', 'not'],
    ['refund', 'next', 'done'],
  ],
});
