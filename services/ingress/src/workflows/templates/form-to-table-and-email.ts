import { defineTemplate } from './define-template.ts';

export const formToTableAndEmail = defineTemplate({
  key: 'form-to-table-and-email',
  name: 'Form to table and e-mail',
  description: 'A public form: saves each answer in a table and sends a notification.',
  needs: [{ kind: 'credential', name: 'Mail server', purpose: 'SMTP, to send the mail' }],
  tables: [
    {
      name: 'Contact requests',
      columns: [
        { key: 'name', type: 'TEXT' },
        { key: 'message', type: 'TEXT' },
        { key: 'receivedAt', type: 'DATE_TIME' },
      ],
    },
  ],
  samples: { form: { 'form.name': 'Ada', 'form.email': 'ada@example.com', 'form.message': 'Do you ship to Norway?' } },
  components: {
    form: {
      at: [0, 0],
      type: 'form',
      name: 'Contact form',
      output: 'form',
      config: {
        title: 'Write to us',
        fields: [
          { key: 'name', type: 'TEXT', label: 'Your name' },
          { key: 'email', type: 'TEXT', label: 'Your e-mail address' },
          { key: 'message', type: 'TEXT', label: 'Your message' },
        ],
        submitText: 'Send',
        thanks: 'Thank you, {{ form.name }}. We will answer to {{ form.email }}.',
      },
    },
    keep: {
      at: [1, 0],
      type: 'table',
      name: 'Store the request',
      output: 'stored',
      config: {
        table: 'Contact requests',
        operation: 'upsert',
        key: '{{ form.email }}',
        row: { name: '{{ form.name }}', message: '{{ form.message }}', receivedAt: '{{ $now() }}' },
      },
    },
    mail: {
      at: [2, 0],
      type: 'send-email',
      name: 'Notify the team',
      output: 'mail',
      config: {
        from: 'Contact form <form@example.com>',
        to: 'team@example.com',
        replyTo: '{{ form.email }}',
        subject: 'Message from {{ form.name }}',
        text: '{{ form.message }}\n\n{{ form.name }} <{{ form.email }}>',
      },
      standIn: { messageId: '<stand-in@example.com>', accepted: ['team@example.com'] },
    },
    done: { at: [3, 0], type: 'output', name: 'Done', config: { value: 'Stored, and sent to {{ mail.accepted }}' } },
  },
  connections: [
    ['form', 'next', 'keep'],
    ['keep', 'next', 'mail'],
    ['mail', 'next', 'done'],
  ],
});
