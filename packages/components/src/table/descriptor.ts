import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import type { Json, JsonObject, ValueShape } from '@workflow/workflow-model';

const MAX_TTL_SECONDS = 366 * 24 * 60 * 60;
/** Rows of one step. */
const MAX_LIMIT = 1_000;

interface Fields {
  needs: readonly string[];
  takes: readonly string[];
}

/** By operation: what it needs, and what else it takes. */
const FIELDS = {
  find: { needs: [], takes: ['key', 'where', 'limit'] },
  count: { needs: [], takes: ['key', 'where'] },
  insert: { needs: ['key', 'row'], takes: [] },
  upsert: { needs: ['key', 'row'], takes: [] },
  update: { needs: ['row'], takes: ['key', 'where', 'limit'] },
  delete: { needs: [], takes: ['key', 'where', 'limit'] },
  'first-seen': { needs: ['key'], takes: ['row', 'ttlSeconds'] },
} as const satisfies Record<string, Fields>;
const OF_ROWS = ['key', 'row', 'where', 'limit', 'ttlSeconds'] as const;

/** A form shows it beside the operations that need or take it. */
const show = (field: (typeof OF_ROWS)[number]) => ({
  'x-show': {
    operation: Object.entries(FIELDS).flatMap(([operation, { needs, takes }]) =>
      [...needs, ...takes].some((one) => one === field) ? [operation] : [],
    ),
  },
});

export const descriptor = defineComponent({
  type: 'table',
  title: 'Table',
  description:
    'Reads and changes rows of a table of the organization, or tells whether a key comes for the first time.',
  category: 'data',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['table', 'operation'],
    properties: {
      table: {
        type: 'string',
        title: 'Table',
        minLength: 1,
        'x-reference': { kind: 'table' },
      },
      operation: {
        type: 'string',
        title: 'Operation',
        enum: Object.keys(FIELDS),
        default: 'find',
      },
      key: {
        type: 'string',
        title: 'Key',
        description: 'The text that names one row. Without it find, count, update and delete take rows by Where.',
        minLength: 1,
        maxLength: 1_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      row: {
        type: 'object',
        title: 'Row',
        description: 'Columns and their values. Columns that are left out stay as they are; null empties one.',
        'x-control': 'json',
        'x-columns': { table: 'table' },
        ...show('row'),
      },
      where: {
        type: 'object',
        title: 'Where',
        description: 'Columns and the values that they must equal, all of them; null for those without a value.',
        'x-control': 'json',
        'x-columns': { table: 'table' },
        ...show('where'),
      },
      limit: {
        type: 'integer',
        title: 'At most (rows)',
        description: 'In the order of the keys. Left out, find gives 100, and update and delete take all.',
        minimum: 1,
        maximum: MAX_LIMIT,
        ...show('limit'),
      },
      ttlSeconds: {
        type: 'integer',
        title: 'Forget after (seconds)',
        description: 'Of first-seen: afterwards the key is new again. Left out, it is never.',
        minimum: 1,
        maximum: MAX_TTL_SECONDS,
        ...show('ttlSeconds'),
      },
    },
  },
  hasEffect: true,
  produces: { name: 'rows', shapeOf: ({ operation }) => shapeOf(operation) },
  pinning: 'any',
  checkConfig: checkOperation,
});

function shapeOf(operation: Json | undefined): ValueShape {
  if (operation === 'first-seen') return { type: 'BOOLEAN' };
  return { type: operation === 'count' ? 'NUMBER' : 'JSON' };
}

function checkOperation(config: JsonObject): ConfigProblem[] {
  const operation = typeof config.operation === 'string' ? config.operation : '';
  const fields = (FIELDS as Readonly<Record<string, Fields>>)[operation];
  if (fields === undefined) return [];
  const problems = OF_ROWS.flatMap((field): ConfigProblem[] => {
    const isGiven = config[field] !== undefined;
    const at = { pointer: `/${field}`, field };
    if (!isGiven && fields.needs.includes(field)) return [{ ...at, rule: `is required with operation ${operation}` }];
    if (isGiven && !fields.needs.includes(field) && !fields.takes.includes(field))
      return [{ ...at, rule: `is not allowed with operation ${operation}` }];
    return [];
  });
  const chooses = config.key !== undefined || config.where !== undefined;
  if ((operation === 'update' || operation === 'delete') && !chooses)
    problems.push({ pointer: '/key', field: 'key', rule: `or where is required with operation ${operation}` });
  return problems;
}
