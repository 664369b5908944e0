import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import { component, startTestIngress, type TestIngress } from '../start-test-ingress.ts';

/** What requests that arrive together may take of the event loop in one turn, the senders' part included. */
const MAX_TURN_MS = 150;
const TOGETHER = 16;

let ingress: TestIngress;

beforeAll(async () => {
  ingress = await startTestIngress();
});
afterAll(() => ingress?.stop());

const nested = '['.repeat(500_000) + ']'.repeat(500_000);

async function turnOf(ask: () => Promise<number>, status: number): Promise<number> {
  return longestTurnMs(async () => {
    const statuses = await Promise.all(Array.from({ length: TOGETHER }, ask));
    expect(new Set(statuses)).toEqual(new Set([status]));
  });
}

test('lines of a megabyte in batches that arrive together are parsed one after the other', async () => {
  const body = Buffer.from(`${nested}\n`);
  const headers = { 'x-api-key': ingress.organization.apiKey, 'content-type': 'application/x-ndjson' };
  const ask = async (): Promise<number> => {
    const answer = await ingress.request('POST', '/v1/workflow/run/batch', { body, headers });
    return (JSON.parse(answer.text) as { httpStatus: number }).httpStatus;
  };
  expect(await turnOf(ask, 400)).toBeLessThan(MAX_TURN_MS);
});

test('deliveries that waited for the same look-ups are read one after the other', async () => {
  const webhook = component('webhook', {}, 'request');
  const workflowId = await ingress.workflow([webhook]);
  const token = await ingress.token(workflowId, webhook.id);
  const headers = { token, 'content-type': 'application/json' };
  const body = Buffer.from(nested);
  const ask = async (): Promise<number> =>
    (await ingress.request('POST', `/webhook/${workflowId}`, { body, headers })).status;
  expect(await turnOf(ask, 400)).toBeLessThan(MAX_TURN_MS);
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
  });
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining('at most 10000 fields')]);
  expect(turnMs).toBeLessThan(MAX_TURN_MS);
});
