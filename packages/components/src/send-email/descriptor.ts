import { defineComponent } from '@workflow/component-kit';

const MAX_TEXT_LENGTH = 1_000_000;

/** Returns the schema of a field for addresses: text with commas, or a list. */
function addresses(title: string, description?: string) {
  return {
    title,
    ...(description !== undefined && { description }),
    anyOf: [
      { type: 'string', maxLength: 10_000 },
      { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 10_000 } },
    ],
    'x-control': 'template',
    'x-template': 'entries',
  } as const;
}

export const descriptor = defineComponent({
  type: 'send-email',
  title: 'Send e-mail',
  description: 'Sends an e-mail through an SMTP server.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['credential', 'from', 'to', 'subject'],
    properties: {
      credential: {
        type: 'string',
        title: 'Mail server',
        format: 'uuid',
        'x-reference': { kind: 'credential', types: ['smtp'] },
      },
      from: {
        type: 'string',
        title: 'From',
        description: 'One e-mail address, such as Shop <shop@example.com>.',
        minLength: 1,
        maxLength: 10_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      to: addresses('To', 'Separate e-mail addresses with commas.'),
      cc: addresses('Cc'),
      bcc: addresses('Bcc', 'Hidden from other recipients.'),
      replyTo: addresses('Reply to', 'Where replies go.'),
      subject: {
        type: 'string',
        title: 'Subject',
        maxLength: 10_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      text: {
        type: 'string',
        title: 'Text',
        maxLength: MAX_TEXT_LENGTH,
        'x-control': 'template',
        'x-template': 'text',
        'x-multiline': true,
      },
      html: {
        type: 'string',
        title: 'HTML',
        description: 'Shown instead of the text if the reader supports HTML. Values are not escaped.',
        maxLength: MAX_TEXT_LENGTH,
        'x-control': 'template',
        'x-template': 'text',
        'x-multiline': true,
      },
      attachments: {
        type: 'array',
        title: 'Attachments',
        description: 'Files such as {{ report }}, lists of files, or objects with name, contentType and base64.',
        maxItems: 50,
        items: { title: 'Attachment', 'x-control': 'template', 'x-template': 'optional' },
      },
    },
  },
  hasEffect: true,
  timeoutSeconds: 60,
  produces: {
    name: 'mail',
    type: 'OBJECT',
    fields: [
      { key: 'messageId', type: 'TEXT' },
      { key: 'accepted', type: 'LIST' },
    ],
  },
});
