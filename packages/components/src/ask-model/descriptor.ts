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
  ],
};

export const descriptor = defineComponent({
  type: 'ask-model',
  title: 'Ask a model',
  description:
    'Asks a language model (OpenAI-compatible or Anthropic), and gives its text or the fields that you name.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['credential', 'model', 'messages'],
    properties: {
      credential: {
        type: 'string',
        title: 'Models',
        format: 'uuid',
        'x-reference': { kind: 'credential', types: ['openai-compatible', 'anthropic'] },
      },
      model: {
        type: 'string',
        title: 'Model',
        description: 'Its name at the server.',
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
                system: 'System: what it is to do',
                user: 'User: what is asked',
                assistant: 'Assistant: an answer',
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
      fields: {
        ...fieldsSchema('What the answer must have. Without fields it is a text.'),
        title: 'Fields of the answer',
      },
      maxTokens: {
        type: 'integer',
        title: 'Tokens of the answer at most',
        minimum: 1,
        maximum: 1_000_000,
      },
      temperature: {
        type: 'number',
        title: 'Temperature',
        description: 'The server\u2019s own when left out.',
        minimum: 0,
        maximum: 2,
      },
    },
  },
  hasEffect: true,
  timeoutSeconds: 120,
  produces: { name: 'answer', shapeOf: ({ fields }) => ({ type: 'OBJECT', fields: answerFields(fields) }) },
  pinning: 'partial',
  newConfig: { messages: [{ role: 'user', content: '' }] },
  checkConfig: ({ fields }) => [...checkFields(fields, '/fields'), ...checkAnswer(fields, '/fields', true)],
});

function answerFields(fields: Json | undefined): Field[] {
  const wanted = readFields(fields);
  return [...(wanted.length === 0 ? [{ key: 'text', type: 'TEXT' } as const] : wanted), USAGE];
}

/** A model writes text, and `usage` stands beside the fields. */
function checkAnswer(fields: Json | undefined, pointer: string, isTop: boolean): ConfigProblem[] {
  if (!Array.isArray(fields)) return [];
  return fields.flatMap((field, index) => {
    const { key, type, items, fields: within } = (field ?? {}) as JsonObject;
    const at = `${pointer}/${index}`;
    const problems: ConfigProblem[] = [];
    if (type === 'FILE' || items === 'FILE')
      problems.push({ pointer: `${at}/type`, field: 'type', rule: 'must not be FILE: a model writes text' });
    if (isTop && key === USAGE.key)
      problems.push({ pointer: `${at}/key`, rule: 'the key usage is taken by the tokens that were used' });
    return [
      ...problems,
      ...checkAnswer(within, `${at}/fields`, false),
      ...checkAnswer((items as JsonObject | undefined)?.fields, `${at}/items/fields`, false),
    ];
  });
}
