import { defineTemplate } from './define-template.ts';

export const dataSync = defineTemplate({
  key: 'data-sync',
  name: 'Data sync between databases',
  description: 'Copies changes from one database to another every five minutes, exactly once.',
  needs: [
    { kind: 'credential', name: 'Source database', purpose: 'PostgreSQL or MySQL: customers (id, name, changed_at)' },
    { kind: 'credential', name: 'Target database', purpose: 'PostgreSQL with a table customers (id, name)' },
  ],
  samples: { often: { scheduledFor: '2026-07-06T06:05:00Z' } },
  components: {
    often: {
      at: [0, 0],
      type: 'schedule',
      name: 'Every five minutes',
      output: 'scheduledFor',
      config: { everySeconds: 300, onOverlap: 'skip' },
    },
    read: {
      at: [1, 0],
      type: 'database-query',
      name: 'Changed rows',
      output: 'changed',
      config: {
        query:
          'SELECT id, name FROM customers\n' +
          "WHERE changed_at > CURRENT_TIMESTAMP - INTERVAL '10' MINUTE ORDER BY id",
        maxRows: 1000,
      },
      standIn: {
        rows: [
          { id: 1, name: 'Ada' },
          { id: 2, name: 'Alan' },
        ],
        rowCount: 2,
      },
    },
    any: { at: [2, 0], type: 'condition', name: 'Anything?', config: { expression: 'changed.rowCount > 0' } },
    write: {
      at: [3, 0],
      type: 'database-query',
      name: 'Write the rows',
      output: 'written',
      config: {
        query:
          'INSERT INTO customers (id, name)\n' +
          'SELECT id, name FROM jsonb_to_recordset($1::jsonb) AS changed (id bigint, name text)\n' +
          'ON CONFLICT (id) DO UPDATE SET name = excluded.name',
        parameters: ['{{ $string(changed.rows) }}'],
        runOnceTable: 'workflow_steps',
      },
      standIn: { rows: [], rowCount: 2 },
      retry: { maxAttempts: 5, backoffSeconds: 2 },
    },
    done: {
      at: [4, 0],
      type: 'output',
      name: 'Written',
      config: { value: '{{ written.rowCount }} customers written' },
    },
    none: { at: [3, 1], type: 'output', name: 'Nothing', config: { value: 'Nothing changed' } },
  },
  connections: [
    ['often', 'next', 'read'],
    ['read', 'next', 'any'],
    ['any', 'true', 'write'],
    ['any', 'false', 'none'],
    ['write', 'next', 'done'],
  ],
});
