import { defineCredentialRunner } from '../define-runner.ts';
import { descriptor } from './descriptor.ts';
import { openDatabase, tryDatabase } from './open-database.ts';

export const runner = defineCredentialRunner(descriptor, {
  open: (fields, _access, reach) => openDatabase(fields, reach),
  test: tryDatabase,
});
