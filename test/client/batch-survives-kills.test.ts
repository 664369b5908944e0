import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client as Database } from 'pg';
import { freePort } from '@workflow/local-stack';
import { createApiClient, waitFor } from '@workflow/test-harness';
import { chain, input, output, startContractSystem, type ContractSystem } from '../contract/contract-system.ts';
import { programsOf } from './documented-programs.ts';
import { installPacked, type PackedFolder } from './install-packed.ts';

/** A number that fits the time of a test. `BATCH_COUNT=100000` uses the number of docs/clients.md. */
const COUNT = Number(process.env['BATCH_COUNT'] ?? 20_000);

let system: ContractSystem;
let folder: PackedFolder;
let database: Database;

beforeAll(async () => {
  folder = await installPacked('client');
  system = await startContractSystem();
  database = new Database({ connectionString: system.databaseUrl });
  await database.connect();
});
afterAll(async () => {
  await database?.end();
  await system?.stop();
  folder?.remove();
});

test('a batch continues while ingress is killed twice, and every run starts once', async () => {
  const port = String(await freePort());
  const ingress = await system.startIngress({ PORT: port });
  const api = createApiClient(ingress.baseUrl, system.api.apiKey);
  const workflowId = await api.publish('Greet', chain(input('name'), output('Hello {{ name }}')));
  const file = join(folder.path, 'batch.js');
  writeFileSync(file, programsOf('clients.md', 'js')[1]!);
  const env = { WORKFLOW_URL: ingress.baseUrl, WORKFLOW_API_KEY: api.apiKey, COUNT: String(COUNT) };
  const program = spawn(process.execPath, [file], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(program, 'exit');
  const written = text(program.stdout);
  const stored = async (): Promise<number> => {
    const { rows } = await database.query<{ n: string }>('SELECT count(*) AS n FROM sessions WHERE workflow_id = $1', [
      workflowId,
    ]);
    return Number(rows[0]!.n);
  };
  for (const part of [0.25, 0.6]) {
    await waitFor(async () => (await stored()) >= COUNT * part || null, {
      what: `${part} of the batch`,
      withinMs: 240_000,
    });
    await ingress.kill();
    ingress.start();
  }
  expect(await ended).toEqual([0, null]);
  const answer = await written;
  process.stdout.write(answer);
  expect(answer).toContain(`${COUNT} sessions, 0 refused`);
  expect(await stored()).toBe(COUNT);
  expect(Number(/(\d+) MiB/.exec(answer)![1])).toBeLessThan(150);
});
