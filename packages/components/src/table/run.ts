import { defineRunner, type Json, type RunContext, type Tables } from '@workflow/component-kit/run';
import type { ResolvedConfig } from '@workflow/component-kit';
import { descriptor } from './descriptor.ts';

type Config = ResolvedConfig<typeof descriptor.configSchema>;

const DEFAULT_LIMIT = 100;

/**
 * Runs an operation. Its change is committed with a record of the step, so it counts once, however often the step is
 * tried.
 */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { config, tables } = context;
    const { table, operation, key, where, limit = DEFAULT_LIMIT } = config;
    const input = config as Json;
    context.recordInput(input);
    const target = { key, where };
    if (operation === 'find') return { kind: 'succeeded', output: await tables.find(table, target, limit) };
    if (operation === 'count') return { kind: 'succeeded', output: await tables.count(table, target) };
    await context.beginEffect(input);
    return { kind: 'succeeded', output: await change(tables, context) };
  },
});

function change(tables: Tables, { config }: RunContext<Config>): Promise<Json> {
  const { table, operation, key = '', row = {}, where, limit = null, ttlSeconds = null } = config;
  const target = { key: config.key, where };
  switch (operation) {
    case 'insert':
      return tables.insert(table, key, row);
    case 'upsert':
      return tables.upsert(table, key, row);
    case 'update':
      return tables.update(table, target, row, limit);
    case 'delete':
      return tables.delete(table, target, limit);
    default:
      return tables.firstSeen(table, key, row, ttlSeconds);
  }
}
