import { defineTemplate } from './define-template.ts';

export const uptimeCheck = defineTemplate({
  key: 'uptime-check',
  name: 'Uptime check',
  description: 'Checks a site every minute. Sends one e-mail when it goes down, and starts over when it is back.',
  needs: [{ kind: 'credential', name: 'Mail server', purpose: 'SMTP, for the alert' }],
  samples: { minute: { scheduledFor: '2026-07-06T06:00:00Z' } },
  components: {
    minute: {
      at: [0, 0],
      type: 'schedule',
      name: 'Every minute',
      output: 'scheduledFor',
      config: { everySeconds: 60 },
    },
    ask: {
      at: [1, 0],
      type: 'http-request',
      name: 'Check the site',
      output: 'answer',
      config: { method: 'GET', url: 'https://example.com/' },
      retry: { maxAttempts: 2, backoffSeconds: 2 },
      timeoutSeconds: 10,
    },
    forget: {
      at: [2, 0],
      type: 'storage',
      name: 'Reset the count',
      config: { operation: 'delete', key: 'failures' },
    },
    up: { at: [3, 0], type: 'output', name: 'Up', config: { value: 'Up: {{ answer.status }}' } },
    count: {
      at: [2, 1],
      type: 'storage',
      name: 'Count failures',
      output: 'failures',
      config: { operation: 'add', key: 'failures' },
    },
    first: { at: [3, 1], type: 'condition', name: 'First failure?', config: { expression: 'failures = 1' } },
    alert: {
      at: [4, 1],
      type: 'send-email',
      name: 'Alert',
      output: 'mail',
      config: {
        from: 'Uptime <uptime@example.com>',
        to: 'me@example.com',
        subject: 'The site is down',
        text: 'It has not responded since {{ scheduledFor }}.',
      },
    },
    still: {
      at: [4, 2],
      type: 'output',
      name: 'Still down',
      config: { value: 'Down: {{ failures }} checks in a row' },
    },
  },
  connections: [
    ['minute', 'next', 'ask'],
    ['ask', 'next', 'forget'],
    ['forget', 'next', 'up'],
    ['ask', 'error', 'count'],
    ['count', 'next', 'first'],
    ['first', 'true', 'alert'],
    ['first', 'false', 'still'],
  ],
});
