import type { FillStep } from './fill-step.ts';
import { LARGE, LIMITS } from './tenant-sizes.ts';

/** With this row size, a table reaches its maximum number of rows and nearly its maximum number of bytes. */
const ROW_BYTES = 1_200;

/** Fills tables with rows, stored values, and files. One of each kind has the maximum size. */
export const COLLECTION_STEPS: readonly FillStep[] = [
  {
    table: 'collections',
    text: `INSERT INTO collections (id, organization_id, kind, name, columns, entries, bytes)
      SELECT tenant_id('table', n), $1, 'TABLE', 'table' || n, '[{"key": "note", "type": "TEXT", "optional": true}]',
             CASE WHEN n = 1 THEN ${LIMITS.rowsPerTable - 10} ELSE 100 END, CASE WHEN n = 1 THEN 60000000 ELSE 10000 END
        FROM generate_series(1, ${LIMITS.tables - 1}) n`,
  },
  {
    table: 'collections',
    text: `INSERT INTO collections (id, organization_id, kind, owner_id, mode, entries, bytes)
      VALUES (tenant_id('other', 1), $1, 'VALUES', $1, 'PROD', ${LIMITS.storedValues - 10}, 20000000),
             (tenant_id('other', 2), $1, 'VALUES', tenant_id('workflow', ${LARGE.wide}), 'PROD', 0, 0)`,
  },
  {
    table: 'collection_entries',
    text: `INSERT INTO collection_entries (collection_id, key, id, organization_id, value, bytes, names_files)
      SELECT tenant_id('table', t), 'row ' || n, tenant_id('row', t * 100000 + n), $1,
             jsonb_build_object('note', repeat('noted ', ${ROW_BYTES / 6})), ${ROW_BYTES}, false
        FROM generate_series(1, ${LIMITS.tables - 1}) t,
             generate_series(1, CASE WHEN t = 1 THEN ${LIMITS.rowsPerTable - 10} ELSE 100 END) n`,
  },
  {
    table: 'collection_entries',
    text: `INSERT INTO collection_entries (collection_id, key, id, organization_id, value, bytes, expires_at)
      SELECT tenant_id('other', 1), 'value ' || n, tenant_id('row', 100000000 + n), $1, '{"count": 1}', 200,
             CASE WHEN n % 2 = 0 THEN now() - interval '1 minute' END
        FROM generate_series(1, ${LIMITS.storedValues - 10}) n`,
  },
  {
    table: 'files',
    text: `INSERT INTO files (id, organization_id, state, name, content_type, size, sha256, expires_at)
      SELECT tenant_id('file', n), $1, 'STORED', 'file ' || n || '.bin', 'application/octet-stream',
             CASE WHEN n <= 5 THEN 10485760 ELSE 0 END, sha256('file'),
             CASE WHEN n > 5 AND n % 2 = 0 THEN now() - interval '1 minute' END
        FROM generate_series(1, ${LIMITS.files - 10}) n`,
  },
  {
    table: 'file_chunks',
    text: `INSERT INTO file_chunks (file_id, number, bytes)
      SELECT tenant_id('file', f), n, decode(repeat('00', 262144), 'hex')
        FROM generate_series(1, 5) f, generate_series(0, 39) n WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'file_uses',
    text: `INSERT INTO file_uses (session_id, file_id, organization_id, unsure_since)
      SELECT tenant_id('session', 1 + n % ${LIMITS.sessions}), tenant_id('file', n), $1, now() - interval '1 day'
        FROM generate_series(1, ${LIMITS.files - 10}) n WHERE n < 6 OR n % 2 = 1`,
  },
];
