import { defineComponent } from '@workflow/component-kit';

const MAX_TEXT_LENGTH = 1_000_000;

/** Addresses, in a text with commas or in a list. */
function addresses(title: string, description: string) {
  return {
    title,
    description,
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
  description: 'Sends an e-mail by an SMTP server, with text, HTML and attachments.',
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
        description: 'One address, such as Shop <shop@example.com>.',
        minLength: 1,
        maxLength: 10_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      to: addresses('To', 'Addresses with commas between them. A value is one address, of a list each item is one.'),
      cc: addresses('Cc', 'As To.'),
      bcc: addresses('Bcc', 'As To; nobody sees them.'),
      replyTo: addresses('Reply to', 'Where answers go.'),
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
        description: 'Shown instead of the text where HTML is. Values are put in as they are.',
        maxLength: MAX_TEXT_LENGTH,
        'x-control': 'template',
        'x-template': 'text',
        'x-multiline': true,
      },
      attachments: {
        type: 'array',
        title: 'Attachments',
        description: 'Files, such as {{ report }}, lists of them, or objects with name, contentType and base64.',
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
