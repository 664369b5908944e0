import { expect, test } from '@jest/globals';
import { component, useTestIngress, type TestAnswer } from '../start-test-ingress.ts';

const MOST = 3;

const ingress = useTestIngress({ config: { organizationLimits: { triggers: MOST } } });

const schedule = () => component('schedule', { everySeconds: 86_400 });
const feed = () => component('feed', { url: 'https://feeds.example/rss', everySeconds: 86_400 });
const failures = () => component('error', { workflows: 'all' });
const webhook = () => component('webhook', {});

async function publish(workflowId: string, action = 'publish'): Promise<TestAnswer> {
  const headers = { 'x-api-key': ingress.organization.apiKey };
  return ingress.request('POST', `/v1/workflows/${workflowId}/${action}`, { headers });
}

test('an organization publishes a limited number of triggers that start by themselves', async () => {
  const draft = { publish: false };
  const tooMany = await ingress.workflow([schedule(), schedule(), feed(), failures()], draft);
  const refused = await publish(tooMany);
  expect([refused.status, refused.body.message]).toEqual([
    429,
    expect.stringMatching(/has 3 published schedules.*\(MAX_TRIGGERS_PER_ORGANIZATION\)/),
  ]);

  const first = await ingress.workflow([schedule(), schedule()], draft);
  expect((await publish(first)).status).toBe(201);
  // The same triggers in a new version do not count twice.
  expect((await publish(first)).status).toBe(201);
  const others = [failures, schedule, feed, schedule].map((make) => ingress.workflow([make()], draft));
  const answers = await Promise.all((await Promise.all(others)).map((id) => publish(id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 429, 429, 429]);
  // Other triggers do not count, and what is no longer published neither.
  expect((await publish(await ingress.workflow([webhook()], draft))).status).toBe(201);
  expect((await publish(first, 'unpublish')).status).toBeLessThan(300);
  expect((await publish(await ingress.workflow([schedule()], draft))).status).toBe(201);
});
