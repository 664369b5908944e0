import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { waitFor } from '@workflow/test-harness';
import {
  chain,
  component,
  input,
  output,
  startContractSystem,
  type Answer,
  type ContractSystem,
} from './contract-system.ts';

const USUAL_TIMEOUTS = { ANSWER_TIMEOUT_MS: '4500', DATABASE_STATEMENT_TIMEOUT_MS: '4000' };
/** Longer than an ingress waits before it answers 500. */
const DELAY_SECONDS = 6;

let system: ContractSystem;
let database: Client;
let quickId: string;
let slowId: string;
const quick = input('a');
const slow = input('a');

beforeAll(async () => {
  system = await startContractSystem({ ingresses: 2, env: USUAL_TIMEOUTS });
  quickId = await system.api.publish('Quick', chain(quick, output('{{ a }}')));
  slowId = await system.api.publish(
    'Slow',
    chain(slow, component('delay', { seconds: DELAY_SECONDS }), output('late')),
  );
  database = new Client({ connectionString: system.databaseUrl });
  await database.connect();
});

afterAll(async () => {
  await database?.end();
  await system?.stop();
});

function post(replica: number, body: unknown, headers: Record<string, string>): Promise<Answer> {
  return system.clients[replica]!.request('POST', '/v1/workflow/run', body, headers);
}

/** Returns a UUIDv7, whose first 48 bits are the time in milliseconds (RFC 9562 §5.7). */
function idOfTwoMinutesAgo(): string {
  const time = (Date.now() - 120_000).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}

const replayed = (answer: Answer): string | null => answer.headers.get('idempotency-replayed');
const keyOf = () => ({ 'idempotency-key': randomUUID() });

describe('the same key and body', () => {
  test('get the first answer on every replica, and start nothing', async () => {
    const key = keyOf();
    const body = { workflowId: quickId, componentId: quick.id, placeholderValues: { a: 'once' } };
    const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => post(n % 2, body, key)));
    expect(new Set(answers.map((answer) => JSON.stringify([answer.status, answer.body]))).size).toBe(1);
    expect(answers.filter((answer) => replayed(answer) === null)).toHaveLength(1);
    const { body: list } = await system.api.request<{ items: unknown[] }>('GET', `/v1/sessions?workflowId=${quickId}`);
    expect(list.items).toHaveLength(1);
  });

  test('wait for the first answer even beyond the usual answer timeout, whatever they prefer', async () => {
    const key = keyOf();
    const body = { workflowId: slowId, componentId: slow.id };
    const first = post(0, body, { ...key, prefer: 'wait=60' });
    await waitFor(
      async () =>
        (await database.query('SELECT FROM idempotency_keys WHERE key = $1', [key['idempotency-key']])).rowCount === 1,
    );
    const others = await Promise.all(
      ['wait=60', 'wait=1', 'respond-async'].map((prefer) => post(1, body, { ...key, prefer })),
    );
    const { body: answered } = await first;
    expect(answered).toMatchObject({ status: 'SUCCEEDED', output: 'late' });
    for (const other of others) expect([other.status, other.body, replayed(other)]).toEqual([200, answered, 'true']);
  });

  test('are answered although the first ingress died before it answered, always in the same way', async () => {
    const key = keyOf();
    const body = { workflowId: quickId, componentId: quick.id, placeholderValues: { a: 'lost' } };
    const { body: first } = await post(0, body, { ...key, prefer: 'wait=60' });
    // A waiting request leaves this state if its ingress was lost longer ago than the longest wait.
    const lost = idOfTwoMinutesAgo();
    await database.query('DELETE FROM steps WHERE session_id = $1', [first.sessionId]);
    await database.query('UPDATE sessions SET id = $2 WHERE id = $1', [first.sessionId, lost]);
    await database.query('UPDATE idempotency_keys SET response = NULL, session_id = $2 WHERE key = $1', [
      key['idempotency-key'],
      lost,
    ]);
    const again = await post(1, body, key);
    expect([again.status, again.body, replayed(again)]).toEqual([200, { ...first, sessionId: lost }, 'true']);
    expect((await post(0, body, key)).body).toEqual(again.body);
  });

  test('are answered soon after the end of the session, where the first ingress died before', async () => {
    const key = keyOf();
    const body = { workflowId: quickId, componentId: quick.id, placeholderValues: { a: 'lost now' } };
    const { body: first } = await post(0, body, { ...key, prefer: 'wait=60' });
    // A waiting request leaves this state if its ingress is lost just before it answers.
    await database.query('UPDATE idempotency_keys SET response = NULL WHERE key = $1', [key['idempotency-key']]);
    const since = performance.now();
    const again = await post(1, body, key);
    expect([again.status, again.body, replayed(again)]).toEqual([200, first, 'true']);
    // This is far less than the longest wait of the first request, and far more than a busy machine needs.
    expect(performance.now() - since).toBeLessThan(30_000);
  });
});

test.each([
  ['another value', (body: object) => JSON.stringify({ ...body, placeholderValues: { a: 'two' } })],
  ['another byte that means nothing', (body: object) => `${JSON.stringify(body)} `],
])('the same key with %s is 422', async (_what, change) => {
  const key = keyOf();
  const body = { workflowId: quickId, componentId: quick.id, placeholderValues: { a: 'one' } };
  expect((await post(0, body, key)).status).toBe(200);
  expect((await post(1, change(body), key)).status).toBe(422);
});

test('an idempotency key belongs to its organization', async () => {
  const key = keyOf();
  const body = { workflowId: quickId, componentId: quick.id };
  await post(0, body, key);
  const stranger = system.as((await system.createOrganization('Another')).apiKey);
  expect((await stranger.request('POST', '/v1/workflow/run', body, key)).status).toBe(410);
});

test('a refused request does not use up its key', async () => {
  const key = keyOf();
  const body = { workflowId: randomUUID(), componentId: quick.id };
  expect((await post(0, body, key)).status).toBe(410);
  const accepted = await post(1, { ...body, workflowId: quickId }, key);
  expect([accepted.status, replayed(accepted)]).toEqual([200, null]);
});
