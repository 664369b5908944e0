import { HTTP_CREDENTIAL_TYPES } from './config-types.ts';
import type { ConfigProblem } from './component-definition.ts';
import { isJsonObject, type Json } from '@workflow/workflow-model';

const MAX_TEXT_LENGTH = 100_000;

const BY_MAIL = { by: 'email' } as const;
const BY_HTTP = { by: 'http' } as const;

/** The schema of `notify`: the message that a component which waits for somebody sends when the wait begins. */
export const notifySchema = {
  type: 'object',
  title: 'Notify',
  description: 'Sends the link when the wait begins, by e-mail or as an HTTP message.',
  additionalProperties: false,
  required: ['by'],
  properties: {
    by: {
      type: 'string',
      title: 'Send by',
      enum: ['email', 'http'],
      'x-labels': { email: 'E-mail', http: 'HTTP message' },
    },
    credential: {
      type: 'string',
      title: 'Mail server',
      format: 'uuid',
      'x-reference': { kind: 'credential', types: ['smtp'] },
      'x-show': BY_MAIL,
    },
    from: {
      type: 'string',
      title: 'From',
      description: 'One e-mail address, such as Shop <shop@example.com>.',
      minLength: 1,
      maxLength: 10_000,
      'x-control': 'template',
      'x-template': 'text',
      'x-show': BY_MAIL,
    },
    to: {
      title: 'To',
      description: 'Separate e-mail addresses with commas.',
      anyOf: [
        { type: 'string', maxLength: 10_000 },
        { type: 'array', maxItems: 100, items: { type: 'string', maxLength: 10_000 } },
      ],
      'x-control': 'template',
      'x-template': 'entries',
      'x-show': BY_MAIL,
    },
    subject: {
      type: 'string',
      title: 'Subject',
      description: 'Default: what the component waits for.',
      maxLength: 10_000,
      'x-control': 'template',
      'x-template': 'text',
      'x-show': BY_MAIL,
    },
    url: {
      type: 'string',
      title: 'URL',
      description: 'The message is sent there by POST, such as to an incoming webhook of a chat.',
      minLength: 1,
      'x-control': 'template',
      'x-template': 'url',
      'x-show': BY_HTTP,
    },
    httpCredential: {
      type: 'string',
      title: 'Credential',
      description: 'Used only for the hosts set in the credential.',
      format: 'uuid',
      'x-reference': { kind: 'credential', types: HTTP_CREDENTIAL_TYPES },
      'x-show': BY_HTTP,
    },
    text: {
      type: 'string',
      title: 'Text',
      description: 'The link is added at the end unless the text has it. An HTTP message is JSON with text and url.',
      maxLength: MAX_TEXT_LENGTH,
      'x-control': 'template',
      'x-template': 'text',
      'x-multiline': true,
    },
  },
} as const;

const REQUIRED = { email: ['credential', 'from', 'to'], http: ['url'] } as const;

/** Returns the problems of `notify` that the schema cannot express: the fields that a way of sending requires. */
export function checkNotify(notify: Json | undefined): ConfigProblem[] {
  if (!isJsonObject(notify)) return [];
  const { by } = notify;
  if (by !== 'email' && by !== 'http') return [];
  return REQUIRED[by]
    .filter((key) => (notify[key] ?? '') === '' || (Array.isArray(notify[key]) && notify[key].length === 0))
    .map((key) => ({
      pointer: `/notify/${key}`,
      field: `notify.${key}`,
      rule: by === 'email' ? 'is required for an e-mail' : 'is required for an HTTP message',
    }));
}
