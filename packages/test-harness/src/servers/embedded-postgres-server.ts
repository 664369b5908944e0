import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCluster, freePort, startPostgres } from '@workflow/local-stack';
import { stopWithParent } from './stop-with-parent.ts';
import type { TestServer } from './test-server.ts';

/** Nothing in a test database has to outlive a power cut, and many test files share the server. */
const SETTINGS = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: 400, shared_buffers: '64MB', autovacuum_naptime: 5, max_wal_size: '512MB' };

/** A PostgreSQL of its own, from the binaries of the npm package, in a folder that goes away with it. */
export async function startEmbeddedPostgres(): Promise<TestServer> {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-postgres-'));
  chmodSync(folder, 0o755);
  try {
    const dataDir = join(folder, 'data');
    createCluster(dataDir);
    const port = await freePort();
    const server = await startPostgres({ dataDir, port, settings: SETTINGS });
    server.process.unref();
    (server.process.stderr as unknown as { unref(): void }).unref();
    return { url: server.url, origin: 'embedded PostgreSQL', stop: stopWithParent(server.process.pid!, folder) };
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}
