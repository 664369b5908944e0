import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import type { JsonObject, ValueShape } from '@workflow/workflow-model';

const WEEK_SECONDS = 604_800;
/** What an operation gives, where that is no JSON. */
const SHAPES: Readonly<Record<string, ValueShape>> = { get: { type: 'FILE' }, sign: { type: 'TEXT' } };

export const descriptor = defineComponent({
  type: 's3',
  title: 'S3',
  description:
    'Reads, stores, lists and deletes objects of an Amazon S3 bucket or a compatible one, and signs addresses.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['credential', 'operation'],
    properties: {
      credential: {
        type: 'string',
        title: 'Bucket',
        format: 'uuid',
        'x-reference': { kind: 'credential', types: ['s3'] },
      },
      operation: {
        type: 'string',
        title: 'Operation',
        enum: ['get', 'put', 'list', 'delete', 'sign'],
        'x-labels': {
          get: 'Get an object as a file',
          put: 'Put an object',
          list: 'List objects',
          delete: 'Delete an object',
          sign: 'Sign an address for others',
        },
        default: 'get',
      },
      key: {
        type: 'string',
        title: 'Key',
        description: 'Of the object, such as reports/{{ date }}.csv. To list: what keys begin with.',
        maxLength: 10_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      body: {
        title: 'Body',
        description: 'To put: a FILE, such as {{ report }}, a text, or a value that is stored as JSON.',
        'x-control': 'json',
      },
      contentType: {
        type: 'string',
        title: 'Content type',
        description: 'To put; that of the file, or of text or JSON, when left out.',
        maxLength: 1_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      onlyIfAbsent: {
        type: 'boolean',
        title: 'Only if absent',
        description: 'To put: fails when there is an object of this key that another step stored.',
        default: false,
      },
      maxKeys: {
        type: 'integer',
        title: 'Objects at most',
        description: 'To list.',
        minimum: 1,
        maximum: 1_000,
        default: 1_000,
      },
      after: {
        type: 'string',
        title: 'After key',
        description: 'To list: the last key of the part before.',
        maxLength: 10_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      method: {
        type: 'string',
        title: 'Method',
        description: 'To sign: what the address is for.',
        enum: ['GET', 'PUT'],
        default: 'GET',
      },
      expiresInSeconds: {
        type: 'integer',
        title: 'Valid for (seconds)',
        description: 'To sign.',
        minimum: 1,
        maximum: WEEK_SECONDS,
        default: 3_600,
      },
    },
  },
  hasEffect: true,
  timeoutSeconds: 60,
  produces: { name: 'object', shapeOf: ({ operation }) => SHAPES[String(operation)] ?? { type: 'JSON' } },
  checkConfig: checkFields,
});

function checkFields({ operation, key, body }: JsonObject): ConfigProblem[] {
  const problems: ConfigProblem[] = [];
  if (operation !== 'list' && (key === undefined || key === ''))
    problems.push({ pointer: '/key', field: 'key', rule: `is required with operation ${String(operation)}` });
  if (operation === 'put' && body === undefined)
    problems.push({ pointer: '/body', field: 'body', rule: 'is required with operation put' });
  return problems;
}
