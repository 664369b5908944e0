import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { waitFor, type ApiClient } from '@workflow/test-harness';
import type { SessionView } from '@workflow/workflow-model';
import { chain, component, input, link, output, UUID, type Answer } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

const system = useContractSystem();
let api: ApiClient;
let greetId: string;
let waitId: string;
const greet = [
  input('name', { key: 'order', type: 'OBJECT', fields: [{ key: 'total', type: 'NUMBER' }] }),
  output('Hello {{ name }}'),
] as const;
const wait = [input(), component('delay', { seconds: 600 }), output('late')] as const;

beforeAll(async () => {
  api = system.clients[0]!;
  greetId = await api.publish('Greet', chain(...greet));
  waitId = await api.publish('Wait', chain(...wait));
});

const run = (workflowId: string, componentId: string, placeholderValues = {}): Promise<Answer> =>
  api.request('POST', '/v1/workflow/run', { workflowId, componentId, placeholderValues }, { prefer: 'wait=60' });

async function startWaiting(): Promise<string> {
  const { body } = await api.request<SessionView & { sessionId: string }>('POST', '/v1/workflow/run', {
    workflowId: waitId,
    componentId: wait[0].id,
  });
  await waitFor(
    async () => (await api.request<SessionView>('GET', `/v1/sessions/${body.sessionId}`)).body.status === 'WAITING',
  );
  return body.sessionId;
}

test('a session shows what was started, how it ended, and when', async () => {
  const { body: started } = await run(greetId, greet[0].id, { name: 'Ada', 'order.total': '12.50' });
  const { body } = await api.request('GET', `/v1/sessions/${started.sessionId.toUpperCase()}`);
  expect(body).toEqual({
    id: started.sessionId,
    parentId: null,
    label: null,
    moved: null,
    waitingFor: null,
    pool: 'default',
    startsAt: null,
    expiresAt: null,
    workflowId: greetId,
    workflowVersion: 1,
    componentId: greet[0].id,
    trigger: 'API',
    mode: 'PROD',
    status: 'SUCCEEDED',
    run: 1,
    placeholderValues: { name: 'Ada', 'order.total': 12.5 },
    output: 'Hello Ada',
    error: null,
    createdAt: expect.stringMatching(ISO),
    startedAt: expect.stringMatching(ISO),
    finishedAt: expect.stringMatching(ISO),
  });
});

test('a failure contains its code, its component and the errorId of the log line', async () => {
  const { body: started } = await run(greetId, greet[0].id);
  expect(started).toMatchObject({
    status: 'FAILED',
    output: null,
    error: {
      code: 'PLACEHOLDER_MISSING',
      message: expect.stringContaining('name'),
      componentId: greet[1].id,
      errorId: expect.stringMatching(UUID),
    },
  });
  const { items } = (await api.request<{ items: object[] }>('GET', `/v1/sessions/${started.sessionId}/steps`)).body;
  expect(items.at(-1)).toMatchObject({
    componentId: greet[1].id,
    run: 1,
    attempt: 1,
    iteration: 0,
    status: 'FAILED',
    error: { errorId: started.error.errorId },
  });
  await waitFor(async () => (await system.readLog()).some((line) => line['errorId'] === started.error.errorId));
});

test('steps are listed in the order of the workflow, also when all began in one millisecond', async () => {
  const steps = Array.from({ length: 12 }, (_, n) =>
    component('transform', { expression: `${n}`, type: 'NUMBER' }, { output: `t${n}` }),
  );
  const start = input();
  const connections = [start, ...steps].slice(0, -1).map((from, n) => link(from, steps[n]!));
  // The definition lists them in the opposite order.
  const workflowId = await api.publish('Quick', { components: [...steps].reverse().concat(start), connections });
  for (let n = 0; n < 5; n += 1) {
    const { body } = await run(workflowId, start.id);
    const { items } = (
      await api.request<{ items: { componentId: string }[] }>('GET', `/v1/sessions/${body.sessionId}/steps`)
    ).body;
    expect(items.map((step) => step.componentId)).toEqual([start, ...steps].map(({ id }) => id));
  }
});

describe('a page of sessions', () => {
  test('starts with the newest, and its cursor visits every session once', async () => {
    const workflowId = await api.publish('Listed', chain(...greet));
    const started: string[] = [];
    for (let n = 0; n < 5; n += 1)
      started.unshift((await run(workflowId, greet[0].id, { name: `${n}` })).body.sessionId);
    const seen: string[] = [];
    let cursor = '';
    do {
      const { body } = await api.request<{ items: SessionView[]; nextCursor: string | null }>(
        'GET',
        `/v1/sessions?workflowId=${workflowId}&limit=2${cursor}`,
      );
      seen.push(...body.items.map((session) => session.id));
      cursor = body.nextCursor === null ? '' : `&cursor=${body.nextCursor}`;
    } while (cursor !== '' && seen.length <= started.length);
    expect(seen).toEqual(started);
  });

  test.each([
    ['status=SUCCEEDED', (session: SessionView) => session.status === 'SUCCEEDED'],
    ['mode=TEST', (session: SessionView) => session.mode === 'TEST'],
    ['mode=PROD&status=FAILED', (session: SessionView) => session.mode === 'PROD' && session.status === 'FAILED'],
  ])('is filtered by %s', async (filter, fits) => {
    await Promise.all([
      run(greetId, greet[0].id),
      run(greetId, greet[0].id, { name: 'x' }),
      api.request('POST', '/v1/workflow/run', { workflowId: greetId, componentId: greet[0].id, mode: 'TEST' }),
    ]);
    const { items } = (await api.request<{ items: SessionView[] }>('GET', `/v1/sessions?${filter}`)).body;
    expect(items.length).toBeGreaterThan(0);
    expect(items.every(fits)).toBe(true);
  });

  test.each([
    ['limit=0', 'limit must be at least 1'],
    ['limit=some', 'limit must be an integer'],
    ['cursor=x', 'cursor must be a UUID'],
    ['status=DONE', 'status must be one of QUEUED, RUNNING, WAITING, SUCCEEDED, FAILED, CANCELLED'],
    ['mode=prod', 'mode must be one of PROD, TEST'],
    ['workflowId=1', 'workflowId must be a UUID'],
    ['state=FAILED', 'state is not a known field'],
  ])('is refused for %s, by name', async (query, message) => {
    const { status, body } = await api.request<{ message: string }>('GET', `/v1/sessions?${query}`);
    expect([status, body.message]).toEqual([400, message]);
  });
});

describe('cancelling', () => {
  test('ends a waiting session and its steps, and only once', async () => {
    const id = await startWaiting();
    const cancelled = await api.request<SessionView>('POST', `/v1/sessions/${id}/cancel`);
    expect([cancelled.status, cancelled.body]).toMatchObject([
      200,
      { id, status: 'CANCELLED', output: null, finishedAt: expect.stringMatching(ISO) },
    ]);
    const { items } = (
      await api.request<{ items: { componentId: string; status: string }[] }>('GET', `/v1/sessions/${id}/steps`)
    ).body;
    expect(items.map(({ componentId, status }) => [componentId, status])).toEqual([
      [wait[0].id, 'SUCCEEDED'],
      [wait[1].id, 'CANCELLED'],
    ]);
    expect((await api.request('POST', `/v1/sessions/${id}/cancel`)).status).toBe(409);
  });

  test('also ends child sessions', async () => {
    const parent = input();
    const workflowId = await api.publish(
      'Parent',
      chain(
        parent,
        component('run-workflow', { workflowId: waitId, componentId: wait[0].id, wait: true }, { output: 'child' }),
      ),
    );
    const { body } = await api.request<{ sessionId: string }>('POST', '/v1/workflow/run', {
      workflowId,
      componentId: parent.id,
    });
    const child = await waitFor(async () => {
      const { items } = (
        await api.request<{ items: SessionView[] }>('GET', `/v1/sessions?workflowId=${waitId}&status=WAITING`)
      ).body;
      return items.find((session) => session.trigger === 'WORKFLOW');
    });
    await api.request('POST', `/v1/sessions/${body.sessionId}/cancel`);
    expect((await api.request<SessionView>('GET', `/v1/sessions/${child.id}`)).body.status).toBe('CANCELLED');
  });
});

describe('retrying', () => {
  const secret = `s${randomUUID().replaceAll('-', '')}`;
  const start = input();
  const drawn = component('transform', { expression: '$random()', type: 'NUMBER' }, { output: 'drawn' });
  const send = component('http-request', {
    method: 'GET',
    url: 'https://127.0.0.1:1/',
    headers: { authorization: `{{ $secret('${secret}') }}` },
  });
  const end = output('{{ drawn }}');

  test('resumes at the failed step, or from the start, as a new run of the same session', async () => {
    // It exists when the workflow is published, and is deleted when it runs.
    await api.request('PUT', `/v1/organization/secrets/${secret}`, { value: 'short-lived' });
    const workflowId = await api.publish('Retried', chain(start, drawn, send, end));
    await api.request('DELETE', `/v1/organization/secrets/${secret}`);
    const { body: first } = await run(workflowId, start.id);
    expect(first).toMatchObject({ status: 'FAILED', error: { code: 'SECRET_MISSING' } });
    const stepsOf = async () =>
      (
        await api.request<{ items: { componentId: string; run: number; status: string }[] }>(
          'GET',
          `/v1/sessions/${first.sessionId}/steps`,
        )
      ).body.items;

    for (const [query, again, ran] of [
      ['', 2, [send.id]],
      ['?from=start', 3, [start.id, drawn.id, send.id]],
    ] as const) {
      const retried = await api.request<SessionView>('POST', `/v1/sessions/${first.sessionId}/retry${query}`);
      expect([retried.status, retried.body]).toMatchObject([
        200,
        { id: first.sessionId, status: 'QUEUED', run: again, error: null, finishedAt: null },
      ]);
      await api.untilEnded(first.sessionId);
      expect((await stepsOf()).filter((step) => step.run === again).map((step) => step.componentId)).toEqual(ran);
    }
  });

  test.each([
    ['what succeeded', async () => (await run(greetId, greet[0].id, { name: 'x' })).body.sessionId as string, 409],
    ['what waits', startWaiting, 409],
    ['what never was', () => Promise.resolve(randomUUID()), 404],
    ['what is no id', () => Promise.resolve('x'), 404],
  ])('refuses %s', async (_what, make, status) => {
    expect((await api.request('POST', `/v1/sessions/${await make()}/retry`)).status).toBe(status);
  });
});

describe('the scopes of a key', () => {
  const paths: [string, string, Record<string, number>][] = [
    ['GET', '/v1/sessions', { run: 403, read: 200, manage: 403 }],
    ['POST', '/v1/sessions/{id}/cancel', { run: 409, read: 403, manage: 403 }],
    ['POST', '/v1/sessions/{id}/retry', { run: 409, read: 403, manage: 403 }],
    ['GET', '/v1/sessions/{id}/steps', { run: 403, read: 200, manage: 403 }],
    ['GET', '/v1/workflows', { run: 403, read: 403, manage: 200 }],
    ['GET', '/v1/organization/api-keys', { run: 403, read: 403, manage: 200 }],
  ];

  test.each(paths)('%s %s', async (method, path, expected) => {
    const { sessionId } = (await run(greetId, greet[0].id, { name: 'x' })).body;
    for (const [scope, status] of Object.entries(expected)) {
      const { body } = await api.request<{ key: string }>('POST', '/v1/organization/api-keys', {
        name: scope,
        scopes: [scope],
      });
      expect([scope, (await system.as(body.key).request(method, path.replace('{id}', sessionId))).status]).toEqual([
        scope,
        status,
      ]);
    }
  });

  test('are run and read when none are named', async () => {
    const { body } = await api.request('POST', '/v1/organization/api-keys', { name: 'plain' });
    expect(body['scopes']).toEqual(['run', 'read']);
  });
});

test('sessions of another organization are not found', async () => {
  const { sessionId } = (await run(greetId, greet[0].id, { name: 'x' })).body;
  const stranger = system.as((await system.createOrganization('Another')).apiKey);
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/steps'],
    ['GET', '/events'],
    ['POST', '/cancel'],
    ['POST', '/retry'],
  ] as const) {
    const { status, body } = await stranger.request<{ message: string }>(method, `/v1/sessions/${sessionId}${path}`);
    expect([path, status, body.message]).toEqual([path, 404, `Session '${sessionId}' not found`]);
  }
});
