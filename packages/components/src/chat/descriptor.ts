import { defineComponent } from '@workflow/component-kit';
import type { Field } from '@workflow/workflow-model';

const OUTPUT: Field[] = [
  { key: 'message', type: 'TEXT' },
  { key: 'conversationId', type: 'TEXT' },
  { key: 'by', type: 'TEXT', optional: true },
];

export const descriptor = defineComponent({
  type: 'chat',
  title: 'Chat',
  description: 'Starts the workflow for each message on a public chat page. Output gives the answer.',
  category: 'trigger',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['title'],
    properties: {
      title: { type: 'string', title: 'Title', description: 'The title of the page.', minLength: 1, maxLength: 200 },
      greeting: {
        type: 'string',
        title: 'Greeting',
        description: 'Shown before the first message. Line breaks are preserved.',
        maxLength: 5_000,
        'x-multiline': true,
      },
      signedInOnly: {
        type: 'boolean',
        title: 'Members only',
        description: 'Only signed-in members of the organization can use the chat.',
        default: false,
      },
    },
  },
  newConfig: { title: 'Chat' },
  hasEffect: false,
  trigger: {
    sessions: 'CHAT',
    keeps: ['public-page'],
    takes: 'placeholders',
    answersWithOutput: true,
    messageField: 'message',
  },
  produces: { name: 'chat', shapeOf: () => ({ type: 'OBJECT', fields: OUTPUT }) },
});
