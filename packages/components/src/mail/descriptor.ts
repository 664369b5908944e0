import { defineComponent } from '@workflow/component-kit';

function contained(title: string) {
  return { type: 'string', title, description: 'Text that it must contain.', minLength: 1, maxLength: 500 } as const;
}

export const descriptor = defineComponent({
  type: 'mail',
  title: 'Mail',
  description: 'Starts the workflow for each new e-mail in a folder of a mailbox.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['credential', 'folder'],
    properties: {
      credential: {
        type: 'string',
        title: 'Mailbox',
        format: 'uuid',
        'x-reference': { kind: 'credential', types: ['imap'] },
      },
      folder: {
        type: 'string',
        title: 'Folder',
        description: 'The name on the server. New mail arrives in INBOX.',
        minLength: 1,
        maxLength: 500,
        pattern: '^[^\\u0000-\\u001f\\u007f]+$',
        'x-message': 'must have no control characters',
        default: 'INBOX',
      },
      filter: {
        type: 'object',
        title: 'Filter',
        description: 'Only e-mails that match start a session.',
        additionalProperties: false,
        properties: { from: contained('From'), to: contained('To'), subject: contained('Subject') },
      },
      everySeconds: {
        type: 'integer',
        title: 'Every (seconds)',
        description: 'How often to check the mailbox.',
        minimum: 10,
        maximum: 2_592_000,
        default: 60,
      },
      startWith: {
        type: 'string',
        title: 'Start with',
        description: 'Which e-mails to process when the workflow is published.',
        enum: ['new', 'existing'],
        default: 'new',
        'x-labels': { new: 'Only new e-mails', existing: 'Existing e-mails too' },
      },
    },
  },
  hasEffect: false,
  trigger: { sessions: 'MAIL', keeps: ['poll'], takes: 'placeholders' },
  produces: {
    name: 'mail',
    type: 'OBJECT',
    fields: [
      { key: 'from', type: 'TEXT' },
      { key: 'to', type: 'LIST' },
      { key: 'subject', type: 'TEXT' },
      { key: 'text', type: 'TEXT' },
      { key: 'html', type: 'TEXT' },
      { key: 'date', type: 'DATE_TIME', optional: true },
      { key: 'messageId', type: 'TEXT' },
      { key: 'attachments', type: 'LIST', items: 'FILE' },
      { key: 'problem', type: 'TEXT', optional: true },
    ],
  },
});
