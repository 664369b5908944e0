import { beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { Component, Definition } from '@workflow/workflow-model';
import { chain, component, input, link, output, type Answer } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const off = (one: Component): Component => ({ ...one, disabled: true });
const value = (name: string, expression = `"${name}"`): Component =>
  component('transform', { expression, type: 'TEXT' }, { name, output: name });

describeEachBackend('disabled components', (backend) => {
  const system = useContractSystem(backend);
  beforeAll(async () => {}, 180_000);

  async function republish(workflowId: string, definition: Definition): Promise<void> {
    const path = `/v1/workflows/${workflowId}`;
    const saved = await system.api.request('PUT', path, { name: 'Changed', ...definition }, { 'if-match': '*' });
    expect(saved.status).toBe(200);
    await system.api.call('POST', `${path}/publish`);
  }
  const run = (workflowId: string, componentId: string, more: object = {}): Promise<Answer> =>
    system.api.request('POST', '/v1/workflow/run', { workflowId, componentId, ...more }, { prefer: 'wait=20' });
  async function namesOfSteps({ body }: Answer, { components }: Definition): Promise<(string | undefined)[]> {
    const { items } = await system.api.call<{ items: { componentId: string }[] }>(
      'GET',
      `/v1/sessions/${body.sessionId}/steps`,
    );
    return items.map(({ componentId }) => components.find(({ id }) => id === componentId)?.name);
  }

  test('do not run, nor does what only they lead to; a join goes on with its other branch', async () => {
    const start = { ...input(), name: 'start' };
    const [gone, behind, other] = [off(value('gone')), value('behind'), value('other')];
    const joined = value('joined', '$exists(behind) ? "both" : other');
    const end = { ...output('{{ joined }}'), name: 'end' };
    const definition = {
      components: [start, gone, behind, other, joined, end],
      connections: [
        link(start, gone),
        link(gone, behind),
        link(behind, joined),
        link(start, other),
        link(other, joined),
        link(joined, end),
      ],
    };
    const workflowId = await system.api.publish('Joined', definition);
    for (const mode of ['PROD', 'TEST']) {
      const answer = await run(workflowId, start.id, { mode });
      expect(answer.body).toMatchObject({ status: 'SUCCEEDED', output: 'other' });
      expect(await namesOfSteps(answer, definition)).toEqual(['start', 'other', 'joined', 'end']);
    }
    // A run may start after a disabled component, and a caller may supply the values of components that do not run.
    const sent = await run(workflowId, start.id, { placeholderValues: { behind: 'sent' } });
    expect(sent.body).toMatchObject({ status: 'SUCCEEDED', output: 'both' });
    expect((await run(workflowId, behind.id)).body).toMatchObject({ status: 'SUCCEEDED' });
  });

  test('cannot be started at', async () => {
    const start = off(input());
    const second = input();
    const end = output('done');
    const workflowId = await system.api.publish('Off', {
      components: [start, second, end],
      connections: [link(start, end), link(second, end)],
    });
    for (const mode of ['PROD', 'TEST']) {
      const { status, body } = await run(workflowId, start.id, { mode });
      expect({ status, message: body.message }).toEqual({
        status: 400,
        message: `Component '${start.id}' is disabled; enable it, or start at another one`,
      });
    }
    expect((await run(workflowId, second.id)).body).toMatchObject({ status: 'SUCCEEDED', output: 'done' });
  });

  test('take no deliveries, and take them again once they are enabled', async () => {
    const webhook = component('webhook', {}, { output: 'request' });
    const end = output('received');
    const workflowId = await system.api.publish('Hook', chain(webhook, end));
    const { token } = await system.api.call<{ token: string }>(
      'POST',
      `/v1/workflows/${workflowId}/components/${webhook.id}/token`,
    );
    const deliver = () =>
      fetch(`${system.api.baseUrl}/webhook/${workflowId}`, { method: 'POST', headers: { token }, body: '' });
    await republish(workflowId, chain(off(webhook), end));
    const refused = await deliver();
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ message: 'The component of this webhook is disabled' });
    await republish(workflowId, chain(webhook, end));
    await waitFor(async () => (await deliver()).status === 202);
  });

  test('of another workflow fail the component that starts them', async () => {
    const child = input();
    const other = input();
    const end = output('child');
    const connections = [link(child, end), link(other, end)];
    const childId = await system.api.publish('Child', { components: [child, other, end], connections });
    const start = input();
    const call = component(
      'run-workflow',
      { workflowId: childId, componentId: child.id, wait: true },
      { output: 'child' },
    );
    const workflowId = await system.api.publish('Parent', chain(start, call, output('{{ child.output }}')));
    expect((await run(workflowId, start.id)).body).toMatchObject({ status: 'SUCCEEDED', output: 'child' });
    await republish(childId, { components: [off(child), other, end], connections });
    expect((await run(workflowId, start.id)).body).toMatchObject({
      status: 'FAILED',
      error: { code: 'COMPONENT_DISABLED', message: `Component '${child.id}' is disabled` },
    });
    const { problems } = await system.api.call<{ problems: { message: string }[] }>(
      'POST',
      `/v1/workflows/${workflowId}/check`,
    );
    expect(problems.map(({ message }) => message)).toEqual([
      `The workflow Changed has no enabled component ${child.id}`,
    ]);
  });
});
