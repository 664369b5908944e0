import { once } from 'node:events';
import { join } from 'node:path';
import { startProgram } from '@workflow/service-runtime';
import type { LoadResult } from '../load/load.ts';
import { runLoad } from '../load/run-load.ts';

/** Measures the requests per second of a bare Express 5 server that echoes the body, on 64 connections. */
export async function measureFloor(body: string, seconds: number): Promise<LoadResult> {
  const file = join(import.meta.dirname, 'floor-server.ts');
  const server = await startProgram(process.execPath, [...process.execArgv, file], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    const [{ port }] = (await once(server, 'message', { signal: AbortSignal.timeout(10_000) })) as [{ port: number }];
    const request = { port, method: 'POST', path: '/echo', headers: { 'Content-Type': 'application/json' }, body };
    await runLoad({ request, connections: 64, seconds: Math.min(3, seconds) });
    return await runLoad({ request, connections: 64, seconds });
  } finally {
    server.disconnect();
  }
}
