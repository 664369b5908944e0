import { Agent, request } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { busyMs, createOrganization, newSession, type TestOrganization } from '@workflow/test-harness';
import { component, startTestIngress, type TestIngress } from '../start-test-ingress.ts';

const input = component('input', { placeholders: [] });
let ingress: TestIngress;
let evil: TestOrganization;
let workflowId: string;

beforeAll(async () => {
  ingress = await startTestIngress();
  evil = await createOrganization(ingress.databaseUrl);
  workflowId = await ingress.workflow([input]);
  const placeholderValuesJson = JSON.stringify({ text: 'x'.repeat(2_000) });
  await Promise.all(
    Array.from({ length: 300 }, () =>
      ingress.context.store.intake.accept(newSession({ organizationId: evil.id, placeholderValuesJson })),
    ),
  );
});

afterAll(() => {
  victim.destroy();
  return ingress?.stop();
});

/** With separate connections: what the global client does with 200 of them is not measured here. */
function ask(method: string, path: string, key: string, { body = '', agent = new Agent() } = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    const sent = request({ host: '127.0.0.1', port: ingress.port, method, path, headers, agent }, (answer) => {
      answer.resume();
      answer.once('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end(body);
  });
}

const LIST = '/v1/sessions?limit=200';
const victim = new Agent({ keepAlive: true });

/** How much this process did before it had answered. */
const timed = (asking: () => Promise<number>): Promise<number> => busyMs(async () => expect(await asking()).toBe(200));

const runMs = (): Promise<number> => {
  const body = JSON.stringify({ workflowId, componentId: input.id });
  return timed(() => ask('POST', '/v1/workflow/run', ingress.organization.apiKey, { body, agent: victim }));
};
const readMs = (): Promise<number> => timed(() => ask('GET', LIST, ingress.organization.apiKey, { agent: victim }));

test('a page of large sessions ends early, and the pages together show all of them', async () => {
  const large = await createOrganization(ingress.databaseUrl);
  const placeholderValuesJson = JSON.stringify({ text: 'x'.repeat(600_000) });
  const ids: string[] = [];
  for (let n = 0; n < 40; n += 1) {
    const session = newSession({ organizationId: large.id, placeholderValuesJson });
    await ingress.context.store.intake.accept(session);
    ids.unshift(session.id);
  }
  const headers = { 'x-api-key': large.apiKey };
  const seen: string[] = [];
  for (let cursor = ''; ;) {
    const page = await ingress.request('GET', `/v1/sessions?limit=200${cursor}`, { headers });
    expect(page.text.length).toBeLessThan(10 * 1024 * 1024);
    seen.push(...page.body.items.map(({ id }: { id: string }) => id));
    if (page.body.nextCursor === null) break;
    cursor = `&cursor=${page.body.nextCursor}`;
  }
  expect(seen).toEqual(ids);
});

test('200 simultaneous lists of one organization slow down neither the runs nor the lists of another', async () => {
  for (let n = 0; n < 20; n += 1) await runMs();
  let listing = true;
  const lists = Promise.all(Array.from({ length: 200 }, () => ask('GET', LIST, evil.apiKey))).finally(
    () => (listing = false),
  );
  const runs: number[] = [];
  const reads: number[] = [];
  while (listing) {
    runs.push(await runMs());
    reads.push(await readMs());
  }
  const statuses = await lists;
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(20);
  expect(runs.toSorted((a, b) => a - b)[runs.length >> 1]).toBeLessThan(500);
  expect(Math.max(...runs)).toBeLessThan(1_500);
  expect(Math.max(...reads)).toBeLessThan(4_000);
});
