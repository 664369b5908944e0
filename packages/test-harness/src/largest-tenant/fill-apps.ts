import type { FillStep } from './fill-step.ts';
import { LIMITS } from './tenant-sizes.ts';

/** The number of the app with the most versions and operations. */
const LARGE = 1;
const LARGE_APP = `tenant_id('app', ${LARGE})`;
/** The app whose document is to be read. */
const READ_APP = `tenant_id('app', 2)`;

/** Returns an OpenAPI document with as many operations and bytes as one may have. */
function largeDocument(): string {
  const schema = { type: 'object', properties: { id: { type: 'string' }, count: { type: 'integer' } } };
  const parts = { responses: { 200: { description: 'Done', content: { 'application/json': { schema } } } } };
  const own = JSON.stringify(parts).length + 120;
  const description = 'x'.repeat(Math.floor(LIMITS.documentBytes / LIMITS.appOperations) - own);
  const paths = Object.fromEntries(
    Array.from({ length: LIMITS.appOperations }, (_, index) => [
      `/things${index}/{id}`,
      { get: { operationId: `operation${index}`, description, ...parts } },
    ]),
  );
  return JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Largest' },
    servers: [{ url: 'https://a.example' }],
    paths,
  });
}

/** Fills apps. One has as many versions, and as many operations in the newest one, as an app can have. */
export const APP_STEPS: readonly FillStep[] = [
  {
    table: 'apps',
    text: `INSERT INTO apps (id, organization_id, name, kind, title, url, effects, version, operation_count)
      SELECT tenant_id('app', n), $1, 'app-' || n, 'OPENAPI', 'App', 'https://api' || n || '.example.invalid/',
             (SELECT jsonb_object_agg('operation ' || e, 'none') FROM generate_series(1, 1000) e),
             CASE WHEN n = ${LARGE} THEN ${LIMITS.appVersions} ELSE 1 END, ${LIMITS.appOperations}
        FROM generate_series(1, ${LIMITS.apps - 5}) n`,
  },
  {
    table: 'apps',
    text: `UPDATE apps SET read_at = now() WHERE id = ${READ_APP} AND organization_id = $1`,
  },
  {
    table: 'app_documents',
    text: `INSERT INTO app_documents (app_id, content) SELECT ${READ_APP}, $2 WHERE $1::uuid IS NOT NULL`,
    values: (organizationId) => [organizationId, largeDocument()],
  },
  {
    table: 'app_versions',
    text: `WITH keys AS MATERIALIZED (
        SELECT array_agg('operation ' || o) AS list FROM generate_series(1, ${LIMITS.appOperations}) o)
      INSERT INTO app_versions (app_id, number, added, removed, changed)
      SELECT ${LARGE_APP}, n, keys.list, keys.list, keys.list FROM generate_series(1, ${LIMITS.appVersions}) n, keys
        WHERE $1::uuid IS NOT NULL`,
  },
  {
    table: 'app_operations',
    text: `INSERT INTO app_operations (app_id, version, key, position, title, description, group_name, effect,
                                      deprecated, digest, content, schemas)
      SELECT ${LARGE_APP}, ${LIMITS.appVersions}, 'operation ' || n, n, 'Operation ' || n,
             repeat('words ', 50) || repeat('a', 700), 'group', 'none', false, 'digest',
             json_build_object('input', json_build_object('description',
             repeat('x', CASE WHEN n = 1 THEN 250000 ELSE 1000 END)), 'output', null, 'returns', '{}'::json,
             'plan', '{}'::json, 'needsSignIn', false, 'credentials', '[]'::json), ARRAY[]::text[]
        FROM generate_series(1, ${LIMITS.appOperations}) n WHERE $1::uuid IS NOT NULL`,
  },
];
