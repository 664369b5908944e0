import { readMigrationStates } from '@workflow/session-store';
import { defineRoute } from '../http/define-route.ts';
import { pageSchema } from '../http/schema-parts.ts';
import { migrationSchema } from './migration-schema.ts';

export const listMigrations = defineRoute({
  method: 'GET',
  path: '/v1/operator/migrations',
  summary: 'Which migrations are applied, pending, failed, or of a later release',
  security: { kind: 'operator' },
  responses: { 200: { description: 'Oldest first.', schema: pageSchema('MigrationPage', migrationSchema) } },
  async handler({ config }) {
    return { status: 200, body: { items: await readMigrationStates(config.databaseUrl), nextCursor: null } };
  },
});
