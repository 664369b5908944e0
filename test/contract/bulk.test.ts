import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { bulkCalls, type Operation } from './bulk-calls.ts';
import { chain, component, input, output, startContractSystem, type ContractSystem } from './contract-system.ts';

const UNDER_WAY = ['QUEUED', 'RUNNING', 'WAITING'];

describeEachBackend('bulk operations', (backend) => {
  let system: ContractSystem;
  const start = input('name');
  const sleeping = chain(start, component('delay', { seconds: 600 }), output('awake'));
  const failing = chain(start, component('transform', { expression: '1 / 0', type: 'NUMBER' }, { output: 'x' }));

  beforeAll(async () => {
    system = await startContractSystem({ backend, executors: 1 });
  });
  afterAll(() => system?.stop());

  const { ask, bulk, read, untilOver, startMany, count } = bulkCalls(() => system);

  test('cancel what matched when they were accepted, and nothing that was accepted later', async () => {
    const workflowId = await system.api.publish('Sleeps', sleeping);
    await startMany(workflowId, start.id, 250);
    const dry = await bulk({ action: 'cancel', filter: { workflowId }, dryRun: true });
    expect(dry.matched).toBe(250);
    expect(await read(dry.operationId)).toMatchObject({ status: 'DONE', matched: 250, done: 0, failed: 0 });
    const { operationId, matched } = await bulk({ action: 'cancel', filter: { workflowId, status: UNDER_WAY } });
    expect(matched).toBe(250);
    await startMany(workflowId, start.id, 3);
    expect(await untilOver(operationId)).toMatchObject({ status: 'DONE', matched: 250, done: 250, failed: 0 });
    expect(await count(workflowId, ['CANCELLED'])).toBe(250);
    expect(await count(workflowId, UNDER_WAY)).toBe(3);
  });

  test('retry from the start what failed, once each', async () => {
    const workflowId = await system.api.publish('Fails', failing);
    const ids = await startMany(workflowId, start.id, 120);
    await waitFor(async () => (await count(workflowId, ['FAILED'])) === ids.length, { what: 'the failures' });
    const { operationId } = await bulk({ action: 'retry', filter: { workflowId, status: 'FAILED' }, from: 'start' });
    expect(await untilOver(operationId)).toMatchObject({ status: 'DONE', matched: 120, done: 120, failed: 0 });
    await waitFor(async () => (await count(workflowId, ['FAILED'])) === ids.length, { what: 'the second failures' });
    const runs = await Promise.all(ids.map(async (id) => (await ask('GET', `/v1/sessions/${id}`)).body['run']));
    expect(new Set(runs)).toEqual(new Set([2]));
  });

  test('go on when every executor is killed, and count what they changed', async () => {
    const workflowId = await system.api.publish('Sleeps long', sleeping);
    await startMany(workflowId, start.id, 600);
    const { operationId } = await bulk({ action: 'cancel', filter: { workflowId } });
    await system.executors[0]!.kill();
    await system.startExecutor();
    expect(await untilOver(operationId)).toMatchObject({ status: 'DONE', matched: 600, done: 600, failed: 0 });
    expect(await count(workflowId, ['CANCELLED'])).toBe(600);
  });

  test('change nothing more once they are stopped', async () => {
    const workflowId = await system.api.publish('Sleeps longer', sleeping);
    await startMany(workflowId, start.id, 1_000);
    const { operationId } = await bulk({ action: 'cancel', filter: { workflowId } });
    await waitFor(async () => (await read(operationId)).done > 0, { what: 'the first part' });
    const stopped = await ask<Operation>('POST', `/v1/operations/${operationId}/stop`);
    expect(stopped.body.finishedAt).not.toBeNull();
    expect(await count(workflowId, ['CANCELLED'])).toBe(stopped.body.done);
    expect(await read(operationId)).toEqual(stopped.body);
  });

  test('count a child that is cancelled with its parent once', async () => {
    const childId = await system.api.publish('Child', sleeping);
    const items = input({ key: 'items', type: 'LIST' });
    const each = component('for-each', {
      items: '{{ items }}',
      workflowId: childId,
      componentId: start.id,
      itemKey: 'name',
      concurrency: 100,
    });
    const parentId = await system.api.publish('Parent', chain(items, each));
    const createdAfter = new Date().toISOString();
    await system.api.run(parentId, items.id, { items: Array.from({ length: 99 }, String) });
    await system.api.run(parentId, items.id, { items: Array.from({ length: 99 }, String) });
    await waitFor(async () => (await count(childId, ['WAITING'])) === 198, { what: 'the children' });
    const { operationId, matched } = await bulk({ action: 'cancel', filter: { createdAfter } });
    expect(matched).toBe(200);
    expect(await untilOver(operationId)).toMatchObject({ status: 'DONE', done: 200, failed: 0 });
  });

  test('are refused with wrong fields, and unknown to other organizations', async () => {
    const refused = async (request: JsonObject) => {
      const { status, body } = await ask('POST', '/v1/sessions/bulk', request);
      expect(status).toBe(400);
      return body['message'];
    };
    expect(await refused({ action: 'cancel', filter: {} })).toBe('filter must have at least 1 field');
    expect(await refused({ action: 'cancel' })).toBe('filter is required');
    expect(await refused({ action: 'delete', filter: { mode: 'TEST' } })).toBe('action must be one of cancel, retry');
    expect(await refused({ action: 'retry', filter: { colour: 'red' } })).toBe('filter.colour is not a known field');
    expect(await refused({ action: 'cancel', filter: { status: [] } })).toContain('filter.status must have at least 1');
    expect(await refused({ action: 'retry', filter: { status: 'ENDED' } })).toContain('filter.status must be one of');
    expect(await refused({ action: 'retry', filter: { status: ['FAILED', 'ENDED'] } })).toContain('filter.status[1]');
    expect(await refused({ action: 'cancel', filter: { mode: 'TEST' }, from: 'start' })).toContain('from is only');
    const unknown = randomUUID();
    for (const [method, path] of [
      ['GET', `/v1/operations/${unknown}`],
      ['POST', `/v1/operations/${unknown}/stop`],
    ] as const) {
      expect(await ask(method, path)).toMatchObject({
        status: 404,
        body: { message: `Operation '${unknown}' not found` },
      });
    }
    const { operationId } = await bulk({ action: 'cancel', filter: { mode: 'TEST' } });
    const { apiKey } = await system.createOrganization('Others');
    expect((await system.as(apiKey).request('GET', `/v1/operations/${operationId}`)).status).toBe(404);
    expect((await system.as(apiKey).request('POST', `/v1/operations/${operationId}/stop`)).status).toBe(404);
  });
});
