import { defineTemplate } from './define-template.ts';

export const handlerOfFailures = defineTemplate({
  key: 'handler-of-failures',
  name: 'Handler of failures',
  description: 'Runs when any workflow fails. Sends at most one e-mail an hour for each workflow and error.',
  needs: [{ kind: 'credential', name: 'Mail server', purpose: 'SMTP, to send the e-mail' }],
  tables: [{ name: 'Failure alerts', columns: [{ key: 'note', type: 'TEXT', optional: true }] }],
  samples: {
    failure: {
      'failure.id': '00000000-0000-7000-8000-000000000021',
      'failure.workflowId': '00000000-0000-7000-8000-000000000022',
      'failure.componentId': '00000000-0000-7000-8000-000000000023',
      'failure.trigger': 'API',
      'failure.mode': 'PROD',
      'failure.status': 'FAILED',
      'failure.run': 1,
      'failure.placeholderValues': {},
      'failure.error.code': 'HTTP_STATUS',
      'failure.error.message': 'GET https://shop.example.com answered 503',
      'failure.createdAt': '2026-07-06T08:00:00Z',
      'failure.finishedAt': '2026-07-06T08:00:01Z',
    },
  },
  components: {
    failure: {
      at: [0, 0],
      type: 'error',
      name: 'A workflow failed',
      output: 'failure',
      config: { workflows: 'all' },
    },
    once: {
      at: [1, 0],
      type: 'table',
      name: 'New in this hour?',
      output: 'isNew',
      config: {
        table: 'Failure alerts',
        operation: 'first-seen',
        key: '{{ failure.workflowId }} {{ failure.error.code }}',
        ttlSeconds: 3600,
      },
    },
    isNew: { at: [2, 0], type: 'condition', name: 'New?', config: { expression: 'isNew' } },
    mail: {
      at: [3, 0],
      type: 'send-email',
      name: 'Notify the team',
      output: 'mail',
      config: {
        from: 'Workflows <workflows@example.com>',
        to: 'team@example.com',
        subject: 'Failed: {{ failure.error.code }}',
        text: '{{ failure.error.message }}\n\nSession {{ failure.id }} of workflow {{ failure.workflowId }}',
      },
      standIn: { messageId: '<stand-in@example.com>', accepted: ['team@example.com'] },
    },
    known: { at: [3, 1], type: 'output', name: 'Already sent', config: { value: 'Already sent' } },
  },
  connections: [
    ['failure', 'next', 'once'],
    ['once', 'next', 'isNew'],
    ['isNew', 'true', 'mail'],
    ['isNew', 'false', 'known'],
  ],
});
