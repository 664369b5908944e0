import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { freePort } from '@workflow/local-stack';
import { stopWithParent } from './stop-with-parent.ts';
import type { TestServer } from './test-server.ts';

export function isRedisServerInstalled(): boolean {
  return spawnSync('redis-server', ['--version'], { stdio: 'ignore' }).status === 0;
}

/** A Redis of its own without persistence. BullMQ asks for `noeviction`. */
export async function startRedisServer(port?: number): Promise<TestServer> {
  const listenOn = port ?? (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'workflow-test-redis-'));
  const server = spawn(
    'redis-server',
    ['--port', String(listenOn), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--maxmemory-policy', 'noeviction', '--dir', folder],
    { detached: true, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      lines.push(line);
      if (line.includes('Ready to accept connections')) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`redis-server did not start:\n${lines.join('\n')}`)));
  });
  server.unref();
  (server.stdout as unknown as { unref(): void }).unref();
  return { url: `redis://127.0.0.1:${listenOn}`, origin: 'redis-server of this machine', stop: stopWithParent(server.pid!, folder) };
}
