import { beforeAll, expect, test } from '@jest/globals';
import { busyMs, createOrganization, type TestOrganization } from '@workflow/test-harness';
import { component, useTestIngress } from '../start-test-ingress.ts';

// The test watches the neighbour: the check itself may take long on a busy machine.
const ingress = useTestIngress({ config: { http: { answerTimeoutMs: 30_000 } } });
let evil: TestOrganization;

beforeAll(async () => {
  evil = await createOrganization(ingress.databaseUrl);
});

const send = (method: string, path: string, body?: unknown) =>
  ingress.request(method, path, {
    ...(body !== undefined && { body }),
    headers: { 'x-api-key': evil.apiKey, 'content-type': 'application/json' },
  });
const draftOf = (value: string) => ({ name: 'Large', components: [component('output', { value })], connections: [] });

test('a definition of 70,000 templates is refused when it is saved, and when it is checked', async () => {
  const draft = draftOf('{{a&"x"}} '.repeat(70_000));
  const saved = await send('POST', '/v1/workflows', draft);
  expect([saved.status, saved.body.message]).toEqual([
    400,
    expect.stringContaining('components must have at most 5000 templates and expressions, not 70000'),
  ]);
  const { body } = await send('POST', '/v1/workflows', draftOf('x'));
  const checked = await send('POST', `/v1/workflows/${body.id}/check`, { components: draft.components });
  expect(checked.status).toBe(400);
});

test('a neighbour is answered while the largest definition that may be saved is checked and published', async () => {
  const value = Array.from({ length: 5_000 }, (_, number) => `{{a${number}&"x"}}`).join(' ');
  const { status, body } = await send('POST', '/v1/workflows', draftOf(value));
  expect(status).toBe(201);
  let isOver = false;
  const publishing = Promise.all([
    send('POST', `/v1/workflows/${body.id}/check`, { components: draftOf(value).components }),
    send('POST', `/v1/workflows/${body.id}/publish`),
  ]).finally(() => {
    isOver = true;
  });
  const tookMs: number[] = [];
  const askHealth = async () => expect((await ingress.request('GET', '/healthz')).status).toBe(200);
  while (!isOver) {
    tookMs.push(await busyMs(askHealth));
  }
  const [checked, published] = await publishing;
  expect([checked.status, checked.body.problems.length, published.status]).toEqual([200, 5_000, 400]);
  expect(tookMs.length).toBeGreaterThan(5);
  expect(Math.max(...tookMs)).toBeLessThan(1_500);
});
