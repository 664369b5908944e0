import { defineComponent, type ConfigProblem } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';
import { mayRunOnce } from './may-run-once.ts';

export const descriptor = defineComponent({
  type: 'database-query',
  title: 'Database query',
  description: 'Runs one SQL statement on PostgreSQL, MySQL or MariaDB and returns the rows.',
  category: 'action',
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['credential', 'query'],
    properties: {
      credential: {
        type: 'string',
        title: 'Database',
        format: 'uuid',
        'x-reference': { kind: 'credential', types: ['postgresql', 'mysql'] },
      },
      query: {
        type: 'string',
        title: 'Query',
        description: 'One statement. Use parameters for values: $1, $2 in PostgreSQL, ? in MySQL and MariaDB.',
        minLength: 1,
        maxLength: 100_000,
        'x-control': 'sql',
      },
      parameters: {
        type: 'array',
        title: 'Parameters',
        description: 'Values for $1, $2 … or for each ?, in order. A missing value becomes NULL.',
        maxItems: 1_000,
        items: { title: 'Parameter', 'x-control': 'template', 'x-template': 'optional' },
      },
      maxRows: {
        type: 'integer',
        title: 'Maximum rows',
        description: 'Reading stops after this many rows.',
        minimum: 1,
        maximum: 100_000,
        default: 1_000,
      },
      runOnceTable: {
        type: 'string',
        title: 'Exactly-once table',
        description:
          'Records completed steps in this table of your database, which is created if missing. ' +
          'A retry then returns the first result and changes nothing.',
        pattern: '^[A-Za-z_][A-Za-z0-9_]{0,62}$',
        'x-message': 'must be a plain name: at most 63 letters, digits and underscores, not beginning with a digit',
      },
    },
  },
  hasEffect: true,
  produces: {
    name: 'found',
    type: 'OBJECT',
    fields: [
      { key: 'rows', type: 'JSON' },
      { key: 'rowCount', type: 'NUMBER' },
    ],
  },
  pinning: 'partial',
  checkConfig: checkQuery,
});

function checkQuery({ query, runOnceTable }: JsonObject): ConfigProblem[] {
  if (typeof query !== 'string') return [];
  const at = { pointer: '/query', field: 'query' };
  const problems: ConfigProblem[] = [];
  if (query.includes('{{')) problems.push({ ...at, rule: 'must not contain {{: use $1 or ? and parameters' });
  if (runOnceTable !== undefined && !mayRunOnce(query))
    problems.push({ ...at, rule: 'must be INSERT, UPDATE, DELETE, MERGE, REPLACE, SELECT or WITH with runOnceTable' });
  return problems;
}
