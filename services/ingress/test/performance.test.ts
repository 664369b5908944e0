import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { definitionOf, webhookDefinition } from './management/definitions.ts';
import { useFirstAdmin } from './management/people.ts';
import { useTestIngress } from './start-test-ingress.ts';

const ingress = useTestIngress();
const admin = useFirstAdmin(ingress);

const NOTHING = {
  sampled: { count: 0, complete: true, since: expect.any(String) },
  unended: { waiting: 0, running: 0, sleeping: 0 },
  waitingMs: null,
  runningMs: null,
  workflows: [],
  failures: [],
  depth: [],
  perMinute: [],
};

test('reports how fast sessions of the organization and of one workflow are', async () => {
  expect((await admin.request('GET', '/v1/performance?minutes=60')).body).toEqual(NOTHING);
  const definition = webhookDefinition();
  const { body: workflow } = await admin.request('POST', '/v1/workflows', {
    name: 'Ours',
    ...definitionOf(definition),
  });
  await admin.request('POST', `/v1/workflows/${workflow.id}/publish`);
  await admin.request('POST', '/v1/workflow/run', { workflowId: workflow.id, componentId: definition.webhook.id });
  const own = await admin.request('GET', `/v1/workflows/${workflow.id}/performance`);
  expect([own.status, own.body]).toEqual([
    200,
    {
      ...NOTHING,
      sampled: { count: 1, complete: true, since: expect.any(String) },
      unended: { waiting: 1, running: 0, sleeping: 0 },
      workflows: [{ workflowId: workflow.id, ended: 0, failed: 0, runningMs: null }],
      // Empty, unless a minute began since the run.
      depth: own.body.depth.map(() => ({ minute: expect.any(String), waiting: 1, running: 0 })),
    },
  ]);
  // The answer of before is given for some seconds.
  expect((await admin.request('GET', '/v1/performance?minutes=60')).body.sampled.count).toBe(0);
  expect((await admin.request('GET', '/v1/performance?minutes=61')).body.sampled.count).toBe(1);
});

test('refuses wrong values by name', async () => {
  expect(await admin.request('GET', '/v1/performance?minutes=0')).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('minutes') },
  });
  expect((await admin.request('GET', `/v1/workflows/${randomUUID()}/performance`)).status).toBe(404);
});
