import { expect, test } from '@jest/globals';
import { component, useTestIngress } from './start-test-ingress.ts';

const input = component('input', { placeholders: [] });
const ingress = useTestIngress({ config: { intake: { initialAdmissionQuota: 2 } } });

test('ingress reports the load while no executor lives, and measures waits and streams separately', async () => {
  const workflowId = await ingress.workflow([input]);
  const run = (headers?: Record<string, string>) => ingress.run({ workflowId, componentId: input.id }, headers);
  for (let count = 0; count < 4; count += 1) await run();
  await run({ prefer: 'wait=1' });
  const text = await ingress.context.metrics.registry.metrics();
  const figure = (name: string, label: string): number =>
    Number(new RegExp(`^${name}\\{${label}[^}]*\\} (\\S+)$`, 'm').exec(text)?.[1]);
  const byPriority = (name: string) =>
    ['high', 'normal', 'low'].map((priority) => figure(name, `priority="${priority}"`));
  // Sessions that are waited for are of high priority.
  expect(byPriority('workflow_sessions_backlog')).toEqual([1, 2, 0]);
  expect(byPriority('workflow_sessions_in_flight').reduce((sum, count) => sum + count)).toBe(2);
  expect(Math.max(...byPriority('workflow_oldest_waiting_seconds'))).toBeGreaterThan(0);
  const { id: organizationId } = ingress.organization;
  expect(figure('workflow_organization_accepted_total', `organization="${organizationId}"`)).toBe(5);
  expect(figure('workflow_organization_backlog', `organization="${organizationId}"`)).toBe(3);
  expect(figure('workflow_organization_in_flight', `organization="${organizationId}"`)).toBe(2);
  expect(text).toMatch(/^workflow_build_info\{version="\d+\.\d+\.\d+",service="ingress"\} 1$/m);
  for (const state of ['used', 'idle', 'waiting'])
    expect(text).toMatch(
      new RegExp(`^workflow_store_pool_connections\\{state="${state}",service="ingress"\\} \\d+$`, 'm'),
    );
  expect(text).toMatch(
    /^workflow_store_statement_duration_seconds_count\{service="ingress",statement="accept\w*"\} \d+$/m,
  );
  expect(text).toMatch(/^workflow_store_batch_size_sum\{service="ingress",operation="accept"\} 5$/m);
  const labels = 'route="/v1/workflow/run",method="POST",status="200"';
  const of = `service="ingress",${labels}`;
  expect(text).toContain(`workflow_http_request_duration_seconds_count{${of}} 4`);
  expect(text).toContain(`workflow_http_wait_duration_seconds_count{${of}} 1`);
  expect(text).toContain(`workflow_http_requests_total{${labels},service="ingress"} 5`);
});
