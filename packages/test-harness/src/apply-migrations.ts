import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { bundledProgram } from './servers/shared-bundles.ts';
import { environmentForServices } from './test-environment.ts';

/**
 * Migrates a database to the newest version with the program that does it in production. It runs as a separate process,
 * because the engine's library leaves a timer behind that would keep a test file from ending.
 */
export async function applyMigrations(databaseUrl: string): Promise<void> {
  await promisify(execFile)(process.execPath, [await bundledProgram('migrations')], {
    env: { ...environmentForServices(), DATABASE_URL: databaseUrl },
  });
}
