import { readMigrationStates, resolveMigration as noteMigration } from '@workflow/session-store';
import { ApiError } from '../errors/api-error.ts';
import { notFound } from '../errors/required.ts';
import { defineRoute, defineSchema } from '../http/define-route.ts';
import { migrationSchema } from './migration-schema.ts';

const MAX_NAME_LENGTH = 200;

export const resolveMigration = defineRoute({
  method: 'POST',
  path: '/v1/operator/migrations/{name}/resolve',
  operationId: 'resolveMigration',
  summary: 'Record how a person repaired a failed migration',
  description: '`applied`: it was completed by hand. `rolled-back`: it was undone, and will be applied again.',
  tags: ['Operator'],
  security: { kind: 'operator' },
  params: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', maxLength: MAX_NAME_LENGTH } },
  },
  body: defineSchema('MigrationResolution', {
    type: 'object',
    additionalProperties: false,
    required: ['as'],
    properties: { as: { type: 'string', enum: ['applied', 'rolled-back'] } },
  }),
  responses: {
    200: { description: 'The migration in its new state.', schema: migrationSchema },
    409: { description: 'It has not failed.' },
  },
  async handler({ config, log }, { params: { name }, body: { as } }) {
    const find = async () => (await readMigrationStates(config.databaseUrl)).find((one) => one.name === name);
    const migration = await find();
    if (migration === undefined) throw notFound('Migration', name);
    if (migration.state !== 'failed')
      throw new ApiError('CONFLICT', { values: { reason: `The migration has not failed: it is ${migration.state}` } });
    await noteMigration(config.databaseUrl, name, as);
    log.info({ migration: name, as }, 'An operator resolved a migration');
    return { status: 200, body: (await find()) ?? { name, state: 'pending' } };
  },
});
