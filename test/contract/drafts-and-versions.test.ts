import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor, type ApiClient } from '@workflow/test-harness';
import type { Component } from '@workflow/workflow-model';
import { chain, component, input, output, UUID, type Answer } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const SEEN_BY_OTHERS_WITHIN_MS = 1_000;

const system = useContractSystem();
let here: ApiClient;
let there: ApiClient;

beforeAll(async () => {
  [here, there] = system.clients as [ApiClient, ApiClient];
});

async function draft(...components: Component[]): Promise<string> {
  const { status, body } = await here.request<{ id: string }>('POST', '/v1/workflows', {
    name: 'Draft',
    ...chain(...components),
  });
  expect(status).toBe(201);
  return body.id;
}

async function save(client: ApiClient, workflowId: string, ...components: Component[]): Promise<void> {
  const { status } = await client.request(
    'PUT',
    `/v1/workflows/${workflowId}`,
    { name: 'Draft', ...chain(...components) },
    { 'if-match': '*' },
  );
  expect(status).toBe(200);
}

function run(client: ApiClient, workflowId: string, componentId: string, mode: 'PROD' | 'TEST'): Promise<Answer> {
  return client.request('POST', '/v1/workflow/run', { workflowId, componentId, mode }, { prefer: 'wait=60' });
}

describe('TEST runs the draft', () => {
  test('shows a change on every replica as soon as it was answered', async () => {
    const start = input();
    const end = output('0');
    const workflowId = await draft(start, end);
    for (const [n, client] of [here, there, here, there].entries()) {
      await save(client, workflowId, start, { ...end, config: { value: `${n}` } });
      for (const replica of [here, there])
        expect((await run(replica, workflowId, start.id, 'TEST')).body).toMatchObject({
          status: 'SUCCEEDED',
          output: `${n}`,
        });
    }
  });

  test('is the one its session runs to the end, whatever changes in the meantime', async () => {
    const start = input();
    const wait = component('delay', { seconds: 1 });
    const end = output('before');
    const workflowId = await draft(start, wait, end);
    const running = run(here, workflowId, start.id, 'TEST');
    const list = `/v1/sessions?workflowId=${workflowId}`;
    await waitFor(async () => (await here.request<{ items: unknown[] }>('GET', list)).body.items.length === 1);
    await save(there, workflowId, start, wait, { ...end, config: { value: 'after' } });
    expect((await running).body).toMatchObject({ status: 'SUCCEEDED', output: 'before' });
  });

  test('with children that are drafts, which PROD does not run', async () => {
    const child = input();
    const childId = await draft(child, output('of a draft'));
    const parent = input();
    const workflowId = await here.publish(
      'Parent',
      chain(
        parent,
        component('run-workflow', { workflowId: childId, componentId: child.id, wait: true }, { output: 'child' }),
        output('{{ child.output }}'),
      ),
    );
    expect((await run(here, workflowId, parent.id, 'TEST')).body).toMatchObject({
      status: 'SUCCEEDED',
      output: 'of a draft',
    });
    expect((await run(here, workflowId, parent.id, 'PROD')).body).toMatchObject({
      status: 'FAILED',
      error: { code: 'WORKFLOW_NOT_PUBLISHED' },
    });
  });

  test.each<[string, () => Component[], string]>([
    ['an unknown type', () => [input(), component('nonsense')], 'UNKNOWN_COMPONENT_TYPE'],
    ['a template that does not parse', () => [input(), output('{{ (')], 'EXPRESSION_ERROR'],
    ['an empty config', () => [input(), component('http-request')], 'CONFIG_INVALID'],
  ])('with problems up to them: %s', async (_what, make, code) => {
    const components = make();
    const workflowId = await draft(...components);
    expect((await here.request('POST', `/v1/workflows/${workflowId}/publish`)).status).toBe(400);
    expect((await run(here, workflowId, components[0]!.id, 'TEST')).body).toMatchObject({
      status: 'FAILED',
      error: { code, componentId: components[1]!.id },
    });
  });

  test('with a cycle ends', async () => {
    const start = input();
    const [one, two] = [
      component('transform', { expression: '1', type: 'NUMBER' }, { output: 'one' }),
      component('transform', { expression: '2', type: 'NUMBER' }, { output: 'two' }),
    ];
    const circle = chain(start, one, two);
    circle.connections.push({ from: two.id, port: 'next', to: one.id });
    const { body } = await here.request<{ id: string }>('POST', '/v1/workflows', { name: 'Circle', ...circle });
    expect((await run(here, body.id, start.id, 'TEST')).body).toMatchObject({
      status: expect.stringMatching(/SUCCEEDED|FAILED/),
    });
  });
});

describe('PROD runs the published version', () => {
  test('takes effect immediately on this replica and within a second on others; the draft does not run', async () => {
    const start = input();
    const end = output('published');
    const workflowId = await draft(start, end);
    const refused = await run(here, workflowId, start.id, 'PROD');
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('not published')]);
    await there.request('POST', `/v1/workflows/${workflowId}/publish`);
    expect((await run(there, workflowId, start.id, 'PROD')).status).toBe(200);
    await waitFor(async () => (await run(here, workflowId, start.id, 'PROD')).status === 200, {
      withinMs: SEEN_BY_OTHERS_WITHIN_MS,
    });
    await save(here, workflowId, start, { ...end, config: { value: 'draft' } });
    expect((await run(here, workflowId, start.id, 'PROD')).body).toMatchObject({ output: 'published' });
  });

  test('answers 410 for a deleted one, naming the id as the caller wrote it', async () => {
    const start = input();
    const workflowId = await here.publish('Gone', chain(start));
    await here.request('DELETE', `/v1/workflows/${workflowId}`);
    for (const mode of ['PROD', 'TEST'] as const) {
      const { status, body } = await run(here, workflowId.toUpperCase(), start.id, mode);
      expect([status, body]).toEqual([
        410,
        {
          httpStatus: 410,
          errorId: expect.stringMatching(UUID),
          message: `Entity '${workflowId.toUpperCase()}' not found`,
        },
      ]);
    }
  });

  test.each(['PROD', 'TEST'])(
    'of another organization is answered 410, in mode %s, like one that never existed',
    async (mode) => {
      const start = input();
      const workflowId = await here.publish('Ours', chain(start));
      const stranger = system.as((await system.createOrganization('Another')).apiKey);
      for (const id of [workflowId, randomUUID()]) {
        const { status, body } = await stranger.request<{ message: string }>('POST', '/v1/workflow/run', {
          workflowId: id,
          componentId: start.id,
          mode,
        });
        expect([status, body.message]).toEqual([410, `Entity '${id}' not found`]);
      }
    },
  );
});
