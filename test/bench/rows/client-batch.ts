import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Lab } from '@workflow/test-harness';
import { programsOf } from '../../client/documented-programs.ts';
import { installPacked, type PackedFolder } from '../../client/install-packed.ts';
import { atLeast, atMost, round, type RowResult } from '../row.ts';

const RUNS = 100_000;
const ROUNDS = 3;
const RATE_BAR = 0.8;
const MEMORY_BAR_MIB = 150;
/** The prefix of keys in the program. Each round replaces it, because the same keys would start nothing. */
const DOCUMENTED_KEYS = 'batch-1-';
const BARE_PROGRAM = join(import.meta.dirname, '../bare-batch.ts');

const runFile = promisify(execFile);

/**
 * Measures the batch of docs/clients.md with the packed client and the same lines posted without it, in turn, each in a
 * separate process and without an executor. The client's memory is that of its process when the last run is answered.
 */
export async function measureClientBatch(): Promise<RowResult[]> {
  const folder = await installPacked('client');
  const lab = await Lab.start({ backend: 'redis', executors: 0 });
  try {
    const componentId = randomUUID();
    const workflowId = await lab.api.publish('Greeting', greeting(componentId));
    const env = { WORKFLOW_URL: lab.ingressUrl, WORKFLOW_API_KEY: lab.api.apiKey, COUNT: String(RUNS) };
    const bare = { ...env, WORKFLOW_ID: workflowId, COMPONENT_ID: componentId };
    // Runs both programs once, so that the services have compiled the code that both use.
    await rateOf(BARE_PROGRAM, { ...bare, KEY_START: 'first-' });
    const sums = { bare: 0, client: 0 };
    let mib = 0;
    for (let number = 0; number < ROUNDS; number += 1) {
      sums.bare += (await rateOf(BARE_PROGRAM, { ...bare, KEY_START: `bare-${number}-` })).perSecond;
      const measured = await rateOf(documentedProgram(folder, `client-${number}-`), env);
      sums.client += measured.perSecond;
      mib = Math.max(mib, measured.mib);
    }
    const [client, alone] = [sums.client / ROUNDS, sums.bare / ROUNDS];
    const ratio = client / alone;
    return [
      atLeast(
        'batch of the client ÷ bare NDJSON post',
        {
          clientBatchPerSecond: Math.round(client),
          bareBatchPerSecond: Math.round(alone),
          clientBatchRatio: round(ratio),
        },
        ratio,
        RATE_BAR,
        `${Math.round(client)}/s ÷ ${Math.round(alone)}/s = ${ratio.toFixed(2)}`,
      ),
      atMost(
        `memory of the client with ${RUNS.toLocaleString('en')} runs`,
        { clientBatchMib: mib },
        mib,
        MEMORY_BAR_MIB,
        `${mib} MiB`,
      ),
    ];
  } finally {
    await lab.stop();
    folder.remove();
  }
}

function documentedProgram(folder: PackedFolder, keyStart: string): string {
  const file = join(folder.path, `${keyStart}batch.js`);
  const program = programsOf('clients.md', 'js')[1]!;
  if (!program.includes(DOCUMENTED_KEYS)) throw new Error(`the program has no keys that begin with ${DOCUMENTED_KEYS}`);
  writeFileSync(file, program.replaceAll(DOCUMENTED_KEYS, keyStart));
  return file;
}

/** Runs a program and returns its rate. @throws when a run has no session */
async function rateOf(program: string, env: Record<string, string>): Promise<{ perSecond: number; mib: number }> {
  const { stdout } = await runFile(process.execPath, [program], { env });
  if (!stdout.startsWith(`${RUNS} sessions`)) throw new Error(`${program} wrote: ${stdout}`);
  return {
    perSecond: Number(/(\d+) a second/.exec(stdout)?.[1]),
    mib: Number(/(\d+) MiB/.exec(stdout)?.[1] ?? Number.NaN),
  };
}

function greeting(componentId: string): Parameters<Lab['api']['publish']>[1] {
  const outputId = randomUUID();
  return {
    components: [
      { id: componentId, type: 'input', config: { placeholders: [{ key: 'name', type: 'TEXT' }] } },
      { id: outputId, type: 'output', config: { value: 'Hello {{ name }}' } },
    ],
    connections: [{ from: componentId, port: 'next', to: outputId }],
  };
}
