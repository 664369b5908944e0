import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import { component, startTestIngress, type TestIngress } from '../start-test-ingress.ts';
import { SenderThread } from './sender-thread.ts';

/** The time that requests arriving together may take of the event loop in one turn. */
const MAX_TURN_MS = 150;
const TOGETHER = 16;

let ingress: TestIngress;
let sender: SenderThread;

beforeAll(async () => {
  ingress = await startTestIngress();
  sender = new SenderThread();
});
afterAll(async () => {
  await sender?.stop();
  await ingress?.stop();
});

const nested = '['.repeat(500_000) + ']'.repeat(500_000);

async function turnOf(
  { path, headers, body }: { path: string; headers: Record<string, string>; body: string },
  statusOf: (answer: { status: number; text: string }) => number,
): Promise<number> {
  return longestTurnMs(async () => {
    const answers = await sender.post({ url: ingress.url + path, headers, body, times: TOGETHER });
    expect(answers.map(statusOf)).toEqual(Array.from({ length: TOGETHER }, () => 400));
  }, MAX_TURN_MS);
}

test('lines of a megabyte in batches that arrive together are parsed one after the other', async () => {
  const headers = { 'x-api-key': ingress.organization.apiKey, 'content-type': 'application/x-ndjson' };
  const batches = { path: '/v1/workflow/run/batch', headers, body: `${nested}\n` };
  const statusOfLine = ({ text }: { text: string }) => (JSON.parse(text) as { httpStatus: number }).httpStatus;
  expect(await turnOf(batches, statusOfLine)).toBeLessThan(MAX_TURN_MS);
});

test('deliveries that waited for the same look-ups are read one after the other', async () => {
  const webhook = component('webhook', {}, 'request');
  const workflowId = await ingress.workflow([webhook]);
  const token = await ingress.token(workflowId, webhook.id);
  const headers = { token, 'content-type': 'application/json' };
  const deliveries = { path: `/webhook/${workflowId}`, headers, body: nested };
  expect(await turnOf(deliveries, ({ status }) => status)).toBeLessThan(MAX_TURN_MS);
});

test('a form whose fields are signed is counted before the signature reads them', async () => {
  const actor = { type: 'system', id: null, name: 'test' } as const;
  await ingress.context.store.management.organization(ingress.organization.id).putSecret(actor, 'signs', 'a secret');
  const webhook = component('webhook', { verification: { scheme: 'twilio', secret: 'signs' } }, 'request');
  const workflowId = await ingress.workflow([webhook]);
  const token = await ingress.token(workflowId, webhook.id);
  const headers = { token, 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': 'wrong' };
  const deliver = (body: string) => ingress.request('POST', `/webhook/${workflowId}`, { body, headers });
  const many = 'a&'.repeat(500_000);
  let answer = await deliver('a=1');
  expect(answer.status).toBe(403);
  const turnMs = await longestTurnMs(async () => {
    answer = await deliver(many);
  }, MAX_TURN_MS);
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('at most 10000 fields')]);
  expect(turnMs).toBeLessThan(MAX_TURN_MS);
});
