import { checkFields, defineComponent, fieldsSchema, readFields, type ConfigProblem } from '@workflow/component-kit';
import type { Field, Json, JsonObject } from '@workflow/workflow-model';
import { checkAnswerFields, USAGE_FIELD } from '../models/answer-fields.ts';
import { answerSettings, filesField, modelFields } from '../models/model-fields.ts';

const MAX_MESSAGES = 100;

export const descriptor = defineComponent({
  type: 'ask-model',
  title: 'Ask a model',
  description:
    'Sends messages to a language model (OpenAI, Anthropic or compatible). Returns text or the fields that you define.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['credential', 'model', 'messages'],
    properties: {
      ...modelFields,
      messages: {
        type: 'array',
        title: 'Messages',
        minItems: 1,
        maxItems: MAX_MESSAGES,
        items: {
          type: 'object',
          title: 'Message',
          additionalProperties: false,
          required: ['role', 'content'],
          properties: {
            role: {
              type: 'string',
              title: 'Role',
              enum: ['user', 'system', 'assistant'],
              'x-labels': {
                system: 'System: instructions',
                user: 'User: question',
                assistant: 'Assistant: earlier answer',
              },
            },
            content: {
              type: 'string',
              title: 'Content',
              maxLength: 1_000_000,
              'x-control': 'template',
              'x-template': 'text',
              'x-multiline': true,
            },
          },
        },
      },
      files: filesField('the last user message'),
      fields: {
        ...fieldsSchema('The fields that the answer must have. If empty, the answer is text.'),
        title: 'Fields of the answer',
      },
      maxTokens: {
        type: 'integer',
        title: 'Maximum tokens',
        minimum: 1,
        maximum: 1_000_000,
      },
      ...answerSettings,
    },
  },
  hasEffect: true,
  timeoutSeconds: 120,
  produces: { name: 'answer', shapeOf: ({ fields }) => ({ type: 'OBJECT', fields: answerFields(fields) }) },
  pinning: 'partial',
  newConfig: { messages: [{ role: 'user', content: '' }] },
  checkConfig: ({ fields, files, messages }) => [
    ...checkFields(fields, '/fields'),
    ...checkAnswerFields(fields, '/fields', [USAGE_FIELD.key]),
    ...checkFiles(files, messages),
  ],
});

function answerFields(fields: Json | undefined): Field[] {
  const wanted = readFields(fields);
  return [...(wanted.length === 0 ? [{ key: 'text', type: 'TEXT' } as const] : wanted), USAGE_FIELD];
}

function checkFiles(files: Json | undefined, messages: Json | undefined): ConfigProblem[] {
  if (files === undefined || files === null || files === '' || !Array.isArray(messages)) return [];
  if (messages.some((message) => (message as JsonObject | null)?.['role'] === 'user')) return [];
  return [{ pointer: '/files', field: 'files', rule: 'needs a message of the role user, which the files belong to' }];
}
