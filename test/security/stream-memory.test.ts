import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { startSystem, waitFor, type TestSystem } from '@workflow/test-harness';
import { Client } from 'pg';

const MIB = 1_048_576;
const SESSIONS = 60;
const STREAMS = 30;
const OUTPUT_BYTES = 8 * MIB;
/**
 * The maximum memory that the streams may add. Whole sessions for each stream would be 14 GiB, and one copy of each 480
 * MiB.
 */
const MAX_ADDED_MIB = 200;

let system: TestSystem;
let database: Client;

beforeAll(async () => {
  system = await startSystem({ backend: 'postgres', executors: 0 });
  database = new Client({ connectionString: system.databaseUrl });
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await system?.stop();
});

/** Inserts ended sessions with large outputs, as an executor stores them. */
async function fillLarge(): Promise<void> {
  await database.query(
    `INSERT INTO sessions (id, organization_id, workflow_id, definition_id, workflow_version, component_id, trigger,
        mode, status, placeholder_values, values_bytes, output, output_bytes, claim_number, enqueued_at, started_at,
        finished_at)
      SELECT uuidv7(), $1, $2, $2, 1, $2, 'API', 'PROD', 'SUCCEEDED', '{}', 2, to_jsonb(repeat('x', $3::int - 2)),
        $3::int, 1, now(), now(), now() FROM generate_series(1, $4::int)`,
    [system.organization.id, randomUUID(), OUTPUT_BYTES, SESSIONS],
  );
}

/** Returns `VmRSS`, or its peak since `forgetPeak`, `VmHWM`. */
function mebibytes(field: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${system.ingresses[0]!.pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)![1]) / 1_024;
}

/** Resets the peak of the memory (man proc_pid_clear_refs). */
const forgetPeak = (): void => writeFileSync(`/proc/${system.ingresses[0]!.pid}/clear_refs`, '5');

/** Counts the sessions that a stream of a list sends. Each stream has another filter. */
async function watch(number: number, signal: AbortSignal, onSession: () => void): Promise<void> {
  const from = new Date(Date.now() - 3_600_000 - number * 1_000).toISOString();
  const response = await fetch(`${system.api.baseUrl}/v1/sessions/events?createdAfter=${from}`, {
    headers: { 'x-api-key': system.organization.apiKey, 'last-event-id': String(Date.now() - 600_000) },
    signal,
  });
  expect(response.status).toBe(200);
  const decoder = new TextDecoder('latin1');
  let rest = '';
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    const text = rest + decoder.decode(chunk, { stream: true });
    const events = text.split('event: session\n');
    for (let event = 1; event < events.length; event += 1) onSession();
    rest = events.at(-1)!.slice(-14);
  }
}

test('30 streams of lists of 60 large sessions take no memory of their size', async () => {
  await fillLarge();
  expect((await system.api.call<{ items: unknown[] }>('GET', '/v1/sessions?limit=1')).items).toHaveLength(1);
  forgetPeak();
  const base = mebibytes('VmRSS');
  const end = new AbortController();
  let sent = 0;
  const streams = Array.from({ length: STREAMS }, (_, number) =>
    watch(number, end.signal, () => (sent += 1)).catch((error: unknown) => {
      if (!end.signal.aborted) throw error;
    }),
  );
  const added = (): number => mebibytes('VmHWM') - base;
  await waitFor(() => sent >= SESSIONS * STREAMS || added() > MAX_ADDED_MIB, {
    what: 'all sessions on all streams',
    withinMs: 90_000,
  });
  end.abort();
  await Promise.all(streams);
  expect(added()).toBeLessThan(MAX_ADDED_MIB);
  expect(system.ingresses[0]!.exits).toEqual([]);
}, 180_000);
