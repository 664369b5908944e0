import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import type { JsonObject, ValueShape } from '@workflow/workflow-model';

const WEEK_SECONDS = 604_800;
/** The types of results that are not JSON, by operation. */
const SHAPES: Readonly<Record<string, ValueShape>> = { get: { type: 'FILE' }, sign: { type: 'TEXT' } };

export const descriptor = defineComponent({
  type: 's3',
  title: 'S3',
  description: 'Reads, stores, lists and deletes objects in Amazon S3 or a compatible store, and creates signed URLs.',
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
          get: 'Download an object',
          put: 'Upload an object',
          list: 'List objects',
          delete: 'Delete an object',
          sign: 'Create a signed URL',
        },
        default: 'get',
      },
      key: {
        type: 'string',
        title: 'Key',
        description: 'The key of the object, such as reports/{{ date }}.csv. For a list: the prefix of the keys.',
        maxLength: 10_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      body: {
        title: 'Body',
        description: 'For an upload: a file such as {{ report }}, text, or JSON.',
        'x-control': 'json',
      },
      contentType: {
        type: 'string',
        title: 'Content type',
        description: 'The type of the uploaded object. If empty, the type of the file, text or JSON.',
        maxLength: 1_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      onlyIfAbsent: {
        type: 'boolean',
        title: 'Do not overwrite',
        description: 'An upload fails if an object with this key exists, unless this step stored it.',
        default: false,
      },
      maxKeys: {
        type: 'integer',
        title: 'Maximum objects',
        description: 'How many objects List returns at most.',
        minimum: 1,
        maximum: 1_000,
        default: 1_000,
      },
      after: {
        type: 'string',
        title: 'Start after this key',
        description: 'For a list: the last key of the previous page.',
        maxLength: 10_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      method: {
        type: 'string',
        title: 'Method',
        description: 'For a signed URL: the request that it allows.',
        enum: ['GET', 'PUT'],
        default: 'GET',
      },
      expiresInSeconds: {
        type: 'integer',
        title: 'Valid for (seconds)',
        description: 'How long the signed URL works.',
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
