import { readMigrationStates, resolveMigration as noteMigration } from '@workflow/session-store';
import { conflict } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { defineRoute } from '../http/define-route.ts';
import { migrationSchema } from './migration-schema.ts';
import { defineStrictObject, object } from '../http/schema-parts.ts';

const MAX_NAME_LENGTH = 200;

export const resolveMigration = defineRoute({
  method: 'POST',
  path: '/v1/operator/migrations/{name}/resolve',
  summary: 'Record how a person repaired a failed migration',
  description: '`applied`: it was completed by hand. `rolled-back`: it was undone, and will be applied again.',
  security: { kind: 'operator' },
  params: object({ name: { type: 'string', maxLength: MAX_NAME_LENGTH } }),
  body: defineStrictObject('MigrationResolution', { as: { type: 'string', enum: ['applied', 'rolled-back'] } }),
  responses: {
    200: { description: 'The migration in its new state.', schema: migrationSchema },
    409: { description: 'It has not failed.' },
  },
  async handler({ config, log }, { params: { name }, body: { as } }) {
    const find = async () => (await readMigrationStates(config.databaseUrl)).find((one) => one.name === name);
    const migration = await find();
    if (migration === undefined) throw notFound('Migration', name);
    if (migration.state !== 'failed') throw conflict(`The migration has not failed: it is ${migration.state}`);
    await noteMigration(config.databaseUrl, name, as);
    log.info({ migration: name, as }, 'An operator resolved a migration');
    return { status: 200, body: (await find()) ?? { name, state: 'pending' } };
  },
});
