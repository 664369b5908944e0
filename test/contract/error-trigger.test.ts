import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Component, JsonObject, SessionView } from '@workflow/workflow-model';
import { chain, component, input, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const system = useContractSystem();

const start = input('name');
const boom = component('fail', { code: 'REFUSED', message: 'not {{ name }}' });

function hearing(workflows: string[] | 'all'): Component {
  return component('error', { workflows }, { output: 'failure' });
}

const publish = (...components: Component[]) => system.api.publish(`Failing ${randomUUID()}`, chain(...components));

async function sessionsOf(workflowId: string): Promise<SessionView[]> {
  return (await system.api.call<{ items: SessionView[] }>('GET', `/v1/sessions?workflowId=${workflowId}`)).items;
}

const endedOf = (workflowId: string, count: number) =>
  waitFor(
    async () => {
      const sessions = await sessionsOf(workflowId);
      return sessions.length === count && sessions.every(({ finishedAt }) => finishedAt !== null) ? sessions : null;
    },
    { what: `${count} sessions of the handler` },
  );

async function fail(workflowId: string, name = 'Ada'): Promise<string> {
  const { body } = await system.api.run(workflowId, start.id, { name }, { prefer: 'wait=60' });
  expect(body).toMatchObject({ status: 'FAILED', error: { code: 'REFUSED' } });
  return body['sessionId'] as string;
}

test('each run that fails starts the handler once, with the session as GET shows it', async () => {
  const failing = await publish(start, boom);
  const handler = await publish(hearing([failing]), output('{{ failure }}'));
  const id = await fail(failing);
  const [session] = await endedOf(handler, 1);
  expect(session).toMatchObject({ trigger: 'ERROR', mode: 'PROD', status: 'SUCCEEDED', parentId: null });
  const shown = await system.api.call('GET', `/v1/sessions/${id}`);
  expect(session?.output).toMatchObject(shown);
  await system.api.call('POST', `/v1/sessions/${id}/retry?from=start`);
  const sessions = await endedOf(handler, 2);
  expect(sessions.map(({ output: failure }) => (failure as JsonObject)['run']).toSorted()).toEqual([1, 2]);
});

test('its templates read what the session is called, and a caller may send all that GET shows', async () => {
  const called = { ...chain(start, boom), label: "'Order of ' & name" };
  const failing = await system.api.publish(`Failing ${randomUUID()}`, called);
  const on = hearing([failing]);
  const handler = await publish(on, output('{{ failure.label }}'));
  const id = await fail(failing);
  expect((await endedOf(handler, 1))[0]?.output).toBe('Order of Ada');
  const { error, ...shown } = await system.api.call<SessionView>('GET', `/v1/sessions/${id}`);
  const parts = [
    ...Object.entries(shown),
    ...Object.entries(error ?? {}).map(([key, value]) => [`error.${key}`, value]),
  ];
  const sent = parts.filter(([, value]) => value !== null).map(([key, value]) => [`failure.${String(key)}`, value]);
  const { status, body } = await system.api.run(handler, on.id, Object.fromEntries(sent) as JsonObject, {
    prefer: 'wait=60',
  });
  expect([status, body]).toMatchObject([200, { status: 'SUCCEEDED', output: 'Order of Ada' }]);
});

test('a handler that fails sets off nothing, and an unpublished one hears nothing', async () => {
  const failing = await publish(start, boom);
  const handler = await publish(hearing('all'), component('fail', { code: 'AGAIN', message: '{{ failure.id }}' }));
  await fail(failing);
  const [session] = await endedOf(handler, 1);
  expect(session?.error?.code).toBe('AGAIN');
  await system.api.call('POST', `/v1/workflows/${handler}/unpublish`);
  const watching = await publish(hearing([failing]), output('{{ failure.error.code }}'));
  await fail(failing);
  expect((await endedOf(watching, 1))[0]?.output).toBe('REFUSED');
  expect(await sessionsOf(handler)).toHaveLength(1);
});

test('a caller may stand in for it, and an unknown workflow is a problem', async () => {
  const handler = await publish(hearing([]), output('x')).catch(String);
  expect(handler).toContain('problems');
  const missing = await publish(hearing([randomUUID()]), output('x')).catch(String);
  expect(missing).toContain('There is no workflow');
  const on = hearing('all');
  const workflowId = await publish(on, output('{{ failure.error.message }}'));
  const values = { 'failure.error.message': 'no' };
  const { body } = await system.api.run(workflowId, on.id, values, { prefer: 'wait=60' });
  expect(body).toMatchObject({ status: 'SUCCEEDED', output: 'no' });
  await system.api.call('POST', `/v1/workflows/${workflowId}/unpublish`);
});

test('settings have one workflow hear of all others, and what that starts sets off nothing', async () => {
  const path = '/v1/organization/failure-handler';
  const put = (workflowId: string | null) => system.api.call('PUT', path, { workflowId });
  const [watched, other] = [await publish(start, boom), await publish(start, boom)];
  const child = component('run-workflow', {
    ...{ workflowId: watched, componentId: start.id, wait: true },
    placeholderValues: { name: 'again' },
  });
  const handler = await publish(hearing([watched]), child);
  await expect(put(watched)).rejects.toThrow('workflowId must be a published workflow');
  await expect(put(randomUUID())).rejects.toThrow('workflowId must be a published workflow');
  expect(await system.api.call('GET', path)).toMatchObject({
    ...{ workflowId: null, ready: false },
    choices: expect.arrayContaining([expect.objectContaining({ workflowId: handler })]),
  });
  expect(await put(handler)).toMatchObject({ workflowId: handler, ready: true });
  await fail(other);
  // The child of the handler fails, and the handler with it.
  const [first] = await endedOf(handler, 1);
  expect(first).toMatchObject({ trigger: 'ERROR', status: 'FAILED' });
  expect((await sessionsOf(watched)).map(({ status }) => status)).toEqual(['FAILED']);
  // A handler that is chosen twice starts once.
  await fail(watched);
  await endedOf(handler, 2);
  await system.api.call('POST', `/v1/workflows/${handler}/unpublish`);
  expect(await system.api.call('GET', path)).toMatchObject({ workflowId: handler, ready: false });
  expect(await put(null)).toMatchObject({ workflowId: null, name: null });
  await system.api.call('POST', `/v1/workflows/${handler}/publish`);
  await fail(other);
  // Handlers are looked for after a failure, so one of `other` that is published now might start twice.
  const last = await publish(start, boom);
  const after = await publish(hearing([last]), output('{{ failure.id }}'));
  await fail(last);
  await endedOf(after, 1);
  expect(await sessionsOf(handler)).toHaveLength(2);
});
