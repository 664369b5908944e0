import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import type { Json, JsonObject, ValueShape } from '@workflow/workflow-model';

const MAX_TTL_SECONDS = 366 * 24 * 60 * 60;
/** The most rows that one step may select. */
const MAX_LIMIT = 1_000;

interface Fields {
  needs: readonly string[];
  takes: readonly string[];
}

/** The required and optional fields of each operation. */
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

/** Shows a field only with the operations that use it. */
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
  description: 'Reads and changes rows of a table, or checks whether a key is new.',
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
        'x-labels': {
          find: 'Find rows',
          count: 'Count rows',
          insert: 'Insert a row',
          upsert: 'Insert or update a row',
          update: 'Update rows',
          delete: 'Delete rows',
          'first-seen': 'Check whether a key is new',
        } satisfies Record<keyof typeof FIELDS, string>,
      },
      key: {
        type: 'string',
        title: 'Key',
        description:
          'Identifies one row. To find, count, update or delete rows by other columns, leave this empty and use Where.',
        minLength: 1,
        maxLength: 1_000,
        'x-control': 'template',
        'x-template': 'text',
      },
      row: {
        type: 'object',
        title: 'Row',
        description: 'Columns and their values. Columns that you leave out do not change. null clears a column.',
        'x-control': 'json',
        'x-columns': { table: 'table' },
        ...show('row'),
      },
      where: {
        type: 'object',
        title: 'Where',
        description: 'Match rows where every column equals its value (null = empty).',
        'x-control': 'json',
        'x-columns': { table: 'table' },
        ...show('where'),
      },
      limit: {
        type: 'integer',
        title: 'Maximum rows',
        description: 'Rows are taken in the order of their keys. If empty, 100 for Find, all for Update and Delete.',
        minimum: 1,
        maximum: MAX_LIMIT,
        ...show('limit'),
      },
      ttlSeconds: {
        type: 'integer',
        title: 'Forget after (seconds)',
        description: 'After that, the key counts as new again. If empty, it never does.',
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
