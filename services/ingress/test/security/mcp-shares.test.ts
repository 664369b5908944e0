import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { busyMs } from '@workflow/test-harness';
import { timeOrderedId } from '@workflow/session-store';
import type { Client } from 'pg';
import { useTestIngress, type TestAnswer } from '../start-test-ingress.ts';

const BATCH = 20;
const MAX_ANSWER = 262_144;
const ingress = useTestIngress({ config: { mcp: { maxAnswerBytes: MAX_ANSWER, callsPerMinute: 100 } } });
let database: Client;
let headers: Record<string, string>;

beforeAll(async () => {
  headers = {
    'x-api-key': ingress.organization.apiKey,
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
  };
  database = await ingress.connect();
});

/** A session that succeeded, with so many bytes of output. */
async function endedSession(bytes: number): Promise<string> {
  const id = timeOrderedId();
  await database.query(
    `INSERT INTO sessions (id, organization_id, workflow_id, definition_id, component_id, trigger, mode, status,
      placeholder_values, output, output_bytes, finished_at)
    VALUES ($1, $2, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'API', 'PROD', 'SUCCEEDED',
      to_jsonb(repeat('p', $3::int)), to_jsonb(repeat('o', $3::int)), $3::int + 2, now())`,
    [id, ingress.organization.id, bytes],
  );
  return id;
}

const send = (body: unknown): Promise<TestAnswer> => ingress.request('POST', '/mcp', { headers, body });
const message = (id: number, method: string, params: object = {}) => ({ jsonrpc: '2.0', id, method, params });
const batchOf = (method: string, params: object = {}) =>
  Array.from({ length: BATCH }, (_, id) => message(id + 1, method, params));
const getSession = (sessionId: string) => batchOf('tools/call', { name: 'get_session', arguments: { sessionId } });

test('a session of megabytes costs no more to read than a small one: its values stay where they are', async () => {
  const [small, large] = [await endedSession(10), await endedSession(8_000_000)];
  await send(getSession(small));
  const smallMs = await busyMs(() => send(getSession(small)));
  let answer: TestAnswer | undefined;
  const largeMs = await busyMs(async () => {
    answer = await send(getSession(large));
  });
  expect(answer?.text).toContain('outputTruncated');
  expect(largeMs).toBeLessThan(3 * smallMs + 50);
});

test('the newest sessions are listed without their values', async () => {
  const { queries } = ingress.context.store.sessions;
  const read = await queries.list(ingress.organization.id, {}, { limit: 20, maxBytes: 0 });
  expect(read.items.length).toBeGreaterThanOrEqual(2);
  for (const { placeholderValues, output } of read.items) expect([placeholderValues, output]).toEqual([{}, null]);
});

test('the messages of one request take turns as requests do', async () => {
  const id = await endedSession(10);
  const { sessions } = ingress.context.store;
  const { queries } = sessions;
  let [running, most] = [0, 0];
  sessions.queries = {
    ...queries,
    async stepPage(...question) {
      running += 1;
      most = Math.max(most, running);
      try {
        return await queries.stepPage(...question);
      } finally {
        running -= 1;
      }
    },
  };
  await Promise.all([send(getSession(id)), send(getSession(id))]);
  sessions.queries = queries;
  expect(most).toBeGreaterThan(0);
  expect(most).toBeLessThanOrEqual(ingress.context.config.http.otherRequestsAtOnce - 1);
});

/** The messages of an answer, which is a stream of events. */
function messagesOf({ text }: TestAnswer): { error?: { message: string } }[] {
  return text.split('\n').flatMap((line) => (line.startsWith('data: {') ? [JSON.parse(line.slice(6))] : []));
}

/** A tool whose schema has so many fields. */
async function publishTool(name: string, fields: number): Promise<void> {
  const placeholders = Array.from({ length: fields }, (_, field) => ({ key: `field_${field}`, type: 'TEXT' }));
  const made = await ingress.request('POST', '/v1/workflows', {
    headers,
    body: {
      ...{ name, connections: [], mcp: { name, description: 'x'.repeat(500) } },
      components: [{ id: randomUUID(), type: 'input', config: { placeholders } }],
    },
  });
  const published = await ingress.request('POST', `/v1/workflows/${made.body.id}/publish`, { headers, body: {} });
  expect(published.status).toBe(201);
}

test('the answers to one request are bounded together, and lists are counted', async () => {
  await publishTool('large_one', 200);
  await publishTool('large_two', 200);
  const answer = await send(batchOf('tools/list'));
  expect(answer.status).toBe(200);
  expect(answer.text.length).toBeLessThan(MAX_ANSWER + 65_536);
  const errors = messagesOf(answer).filter(({ error }) => error !== undefined);
  expect(errors.length).toBeGreaterThan(0);
  expect(errors[0]?.error?.message).toContain(`at most ${MAX_ANSWER} bytes`);
  expect((await send(batchOf('ping'))).status).toBe(200);
  const statuses: number[] = [];
  for (let request = 0; request < 5; request += 1) statuses.push((await send(batchOf('tools/list'))).status);
  expect(statuses).toContain(429);
});
