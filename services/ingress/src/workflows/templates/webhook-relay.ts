import { defineTemplate } from './define-template.ts';

const EVENT = { id: 'evt_1', type: 'order.created', order: 7 };

export const webhookRelay = defineTemplate({
  key: 'webhook-relay',
  name: 'Webhook relay',
  description: 'Accepts each signed delivery once and forwards it, with retries until the server responds.',
  needs: [
    { kind: 'secret', name: 'sender-signature', purpose: 'the signing key of the sender' },
    { kind: 'credential', name: 'Receiver', purpose: 'bearer token, header, basic or OAuth of the receiving API' },
  ],
  samples: {
    webhook: {
      request: JSON.stringify({ method: 'POST', headers: { 'content-type': 'application/json' }, body: EVENT }),
    },
  },
  components: {
    webhook: {
      at: [0, 0],
      type: 'webhook',
      name: 'Signed delivery',
      output: 'request',
      config: {
        verification: { scheme: 'hmac', secret: 'sender-signature', header: 'x-signature' },
        deduplicateBy: ['body:/id'],
      },
    },
    read: {
      at: [1, 0],
      type: 'json-parse',
      name: 'Read the body',
      output: 'delivery',
      config: { source: '{{ request }}', fields: [{ key: 'body', type: 'JSON' }] },
    },
    send: {
      at: [2, 0],
      type: 'http-request',
      name: 'Forward it',
      output: 'answer',
      config: {
        method: 'POST',
        url: 'https://receiver.example.com/events',
        body: '{{ delivery.body }}',
        credential: '',
      },
      standIn: { status: 202, headers: {}, body: null },
      retry: { maxAttempts: 8, backoffSeconds: 5 },
    },
    done: { at: [3, 0], type: 'output', name: 'Forwarded', config: { value: 'Answered {{ answer.status }}' } },
    failed: {
      at: [3, 1],
      type: 'fail',
      name: 'Give up',
      config: { code: 'NOT_PASSED_ON', message: 'The receiver did not accept it: {{ error.message }}' },
    },
  },
  connections: [
    ['webhook', 'next', 'read'],
    ['read', 'next', 'send'],
    ['send', 'next', 'done'],
    ['send', 'error', 'failed'],
  ],
});
