import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { environmentForServices } from './test-environment.ts';

const MIGRATE = join(import.meta.dirname, '../../session-store/src/migrate-main.ts');

/**
 * Brings a database to the newest migration, with the program that does it in production. It runs as a
 * process of its own: the engine's library leaves a timer behind that would keep a test file from ending.
 */
export async function applyMigrations(databaseUrl: string): Promise<void> {
  await promisify(execFile)(process.execPath, [MIGRATE], {
    env: { ...environmentForServices(), DATABASE_URL: databaseUrl },
  });
}
