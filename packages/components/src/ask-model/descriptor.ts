import { checkFields, defineComponent, fieldsSchema, readFields, type ConfigProblem } from '@workflow/component-kit';
import type { Field, Json, JsonObject } from '@workflow/workflow-model';

const MAX_MESSAGES = 100;
const USAGE: Field = {
  key: 'usage',
  type: 'OBJECT',
  fields: [
    { key: 'inputTokens', type: 'NUMBER' },
    { key: 'outputTokens', type: 'NUMBER' },
    { key: 'totalTokens', type: 'NUMBER' },
    { key: 'cachedInputTokens', type: 'NUMBER' },
  ],
};

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
      credential: {
        type: 'string',
        title: 'Model server',
        format: 'uuid',
        'x-reference': { kind: 'credential', types: ['openai', 'anthropic', 'openai-compatible'] },
      },
      model: {
        type: 'string',
        title: 'Model',
        description: 'The name that the server uses for the model.',
        minLength: 1,
        maxLength: 500,
        'x-control': 'template',
        'x-template': 'text',
      },
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
      files: {
        title: 'Files',
        description: 'Images and PDFs for the last user message: a FILE such as {{ scan }}, or a list of them.',
        'x-control': 'template',
        'x-template': 'optional',
      },
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
      temperature: {
        type: 'number',
        title: 'Temperature',
        description: 'If empty, the default of the server.',
        minimum: 0,
        maximum: 2,
      },
      reasoning: {
        type: 'string',
        title: 'Reasoning',
        description: 'How much the model reasons before it answers. If empty, the default of the server.',
        enum: ['none', 'low', 'medium', 'high'],
        'x-labels': { none: 'None', low: 'Low', medium: 'Medium', high: 'High' },
      },
    },
  },
  hasEffect: true,
  timeoutSeconds: 120,
  produces: { name: 'answer', shapeOf: ({ fields }) => ({ type: 'OBJECT', fields: answerFields(fields) }) },
  pinning: 'partial',
  newConfig: { messages: [{ role: 'user', content: '' }] },
  checkConfig: ({ fields, files, messages }) => [
    ...checkFields(fields, '/fields'),
    ...checkAnswer(fields, '/fields', true),
    ...checkFiles(files, messages),
  ],
});

function answerFields(fields: Json | undefined): Field[] {
  const wanted = readFields(fields);
  return [...(wanted.length === 0 ? [{ key: 'text', type: 'TEXT' } as const] : wanted), USAGE];
}

function checkFiles(files: Json | undefined, messages: Json | undefined): ConfigProblem[] {
  if (files === undefined || files === null || files === '' || !Array.isArray(messages)) return [];
  if (messages.some((message) => (message as JsonObject | null)?.['role'] === 'user')) return [];
  return [{ pointer: '/files', field: 'files', rule: 'needs a message of the role user, which the files belong to' }];
}

/** A model returns text only, and the key `usage` is reserved for the numbers of tokens. */
function checkAnswer(fields: Json | undefined, pointer: string, isTop: boolean): ConfigProblem[] {
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field, index) => {
    const { key, type, items, fields: within } = (field ?? {}) as JsonObject;
    const at = `${pointer}/${index}`;
    const problems: ConfigProblem[] = [];
    if (type === 'FILE' || items === 'FILE')
      problems.push({ pointer: `${at}/type`, field: 'type', rule: 'must not be FILE: a model returns text' });
    if (isTop && key === USAGE.key)
      problems.push({ pointer: `${at}/key`, rule: 'The key usage is reserved for the number of tokens used' });
    return [
      ...problems,
      ...checkAnswer(within, `${at}/fields`, false),
      ...checkAnswer((items as JsonObject | undefined)?.fields, `${at}/items/fields`, false),
    ];
  });
}
