import type { DatabaseStatement } from '@workflow/component-kit/run';
import { defineCredentialRunner } from '../define-runner.ts';
import { descriptor } from './descriptor.ts';

/** Loads the library on first use, because most executors never connect to such a database. */
const load = () => import('./open-database.ts');

export const runner = defineCredentialRunner(descriptor, {
  open: (fields, _access, reach) => ({
    run: async (statement: DatabaseStatement, signal: AbortSignal) =>
      (await load()).openDatabase(fields, reach).run(statement, signal),
  }),
  test: async (fields, reach) => (await load()).tryDatabase(fields, reach),
});
