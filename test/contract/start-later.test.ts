import { beforeAll, describe, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { SessionView } from '@workflow/workflow-model';
import { chain, component, input, output, openContractSystem, type SharedContractSystem } from './contract-system.ts';

const DAY = 86_400;

interface Line {
  httpStatus: number;
  message: string;
  sessionId: string;
}

describeEachBackend('sessions that start later', (backend) => {
  let system: SharedContractSystem;
  let workflowId: string;
  let componentId: string;
  beforeAll(async () => {
    system = await openContractSystem(backend);
    const start = input('name');
    componentId = start.id;
    workflowId = await system.api.publish('Later', chain(start, output('{{ name }}')));
  });

  const session = (id: unknown): Promise<SessionView> =>
    system.api.call<SessionView>('GET', `/v1/sessions/${String(id)}`);
  const run = (fields: object, headers: Record<string, string> = {}) =>
    system.api.request<{ sessionId: string; message: string }>(
      'POST',
      '/v1/workflow/run',
      { workflowId, componentId, placeholderValues: { name: 'Ada' }, ...fields },
      headers,
    );
  const list = async (query: string): Promise<string[]> =>
    (await system.api.call<{ items: SessionView[] }>('GET', `/v1/sessions?${query}`)).items.map(({ id }) => id);

  test('the answer has its four fields, and the session waits for its start', async () => {
    const { status, body } = await run({ startAfterSeconds: DAY, expireAfterSeconds: 60 });
    expect([status, Object.keys(body)]).toEqual([200, ['workflowId', 'componentId', 'placeholderValues', 'sessionId']]);
    const waiting = await session(body.sessionId);
    expect(waiting).toMatchObject({ status: 'QUEUED', waitingFor: 'delay', startedAt: null });
    const [startsMs, expiresMs] = [Date.parse(waiting.startsAt!), Date.parse(waiting.expiresAt!)];
    expect(Math.abs(startsMs - Date.now() - DAY * 1_000)).toBeLessThan(60_000);
    expect(expiresMs - startsMs).toBe(60_000);
    expect(await list('waitingFor=delay')).toContain(body.sessionId);
    const [before, after] = [startsMs - 1_000, startsMs + 1_000].map((ms) => new Date(ms).toISOString());
    expect(await list(`startsAfter=${before}&startsBefore=${after}`)).toContain(body.sessionId);
    expect(await list(`startsAfter=${after}`)).not.toContain(body.sessionId);
    expect(await list(`waitingFor=executor&startsAfter=${before}`)).not.toContain(body.sessionId);
  });

  test('it starts when it is due', async () => {
    const { body } = await run({ startAt: new Date(Date.now() + 1_500).toISOString() });
    const ended = await system.api.untilEnded(body.sessionId);
    expect(ended).toMatchObject({ status: 'SUCCEEDED', output: 'Ada', waitingFor: null });
    expect(Date.parse(ended.startedAt!)).toBeGreaterThanOrEqual(Date.parse(ended.startsAt!));
  });

  test.each([[{ startAt: '2020-01-01' }], [{ startAfterSeconds: 0 }], [{ expireAfterSeconds: 600 }]])(
    'with %j it starts now, and can be waited for',
    async (fields) => {
      expect((await run(fields, { prefer: 'wait=60' })).body).toMatchObject({ status: 'SUCCEEDED', output: 'Ada' });
    },
  );

  test('somebody starts it now, once', async () => {
    const { body } = await run({ startAfterSeconds: DAY });
    const start = () => system.api.request('POST', `/v1/sessions/${body.sessionId}/start`);
    expect(await start()).toMatchObject({ status: 200, body: { id: body.sessionId } });
    expect(await system.api.untilEnded(body.sessionId)).toMatchObject({ status: 'SUCCEEDED' });
    expect(await start()).toMatchObject({ status: 409, body: { message: expect.stringContaining('is not delayed') } });
    const { status } = await system.api.request('POST', `/v1/sessions/${workflowId}/start`);
    expect(status).toBe(404);
  });

  test('it is cancelled and not deleted while it waits, and a retry starts it', async () => {
    const { body } = await run({ startAfterSeconds: DAY });
    const path = `/v1/sessions/${body.sessionId}`;
    expect((await system.api.request('DELETE', path)).status).toBe(409);
    const filter = { waitingFor: 'delay', startsAfter: new Date().toISOString(), workflowId };
    const counted = await system.api.request('POST', '/v1/sessions/bulk', { action: 'cancel', filter, dryRun: true });
    expect(counted.body).toMatchObject({ matched: expect.any(Number) });
    expect((await system.api.request('POST', `${path}/cancel`)).body).toMatchObject({ status: 'CANCELLED' });
    expect((await system.api.request('POST', `${path}/retry`)).status).toBe(200);
    expect(await system.api.untilEnded(body.sessionId)).toMatchObject({ status: 'SUCCEEDED', expiresAt: null });
  });

  test('lines of a batch take the same fields', async () => {
    const line = (fields: object) => JSON.stringify({ workflowId, componentId, ...fields });
    const answer = await fetch(`${system.api.baseUrl}/v1/workflow/run/batch`, {
      method: 'POST',
      body: [line({ startAfterSeconds: DAY }), line({ startAt: 'x' }), line({ startAfterSeconds: -1 })].join('\n'),
      headers: { 'x-api-key': system.organization.apiKey, 'content-type': 'application/x-ndjson' },
    });
    const lines = (await answer.text())
      .trim()
      .split('\n')
      .map((text) => JSON.parse(text) as Line) as [Line, Line, Line];
    expect(lines.map(({ httpStatus }) => httpStatus)).toEqual([200, 400, 400]);
    expect(lines[1].message).toContain('startAt must be an ISO-8601');
    expect(lines[2].message).toContain('startAfterSeconds must be');
    expect(await session(lines[0].sessionId)).toMatchObject({ waitingFor: 'delay' });
  });

  test.each([
    [{ startAt: 'soon' }, 'startAt must be an ISO-8601 date or date-time'],
    [{ startAt: 5 }, 'startAt must be a string'],
    [{ startAt: new Date(Date.now() + 367 * DAY * 1_000).toISOString() }, 'startAt must be at most 366 days ahead'],
    [{ startAt: '2020-01-01', startAfterSeconds: 1 }, 'startAt and startAfterSeconds must not be sent together'],
    [{ startAfterSeconds: 1.5 }, 'startAfterSeconds must be an integer'],
    [{ startAfterSeconds: 31_622_401 }, 'startAfterSeconds must be'],
    [{ expireAfterSeconds: 0 }, 'expireAfterSeconds must be'],
  ])('%j is refused', async (fields, message) => {
    expect(await run(fields)).toMatchObject({ status: 400, body: { message: expect.stringContaining(message) } });
  });

  test('a workflow that gathers refuses it', async () => {
    const start = input('name');
    const flow = { gather: { key: 'name', quietSeconds: 1, maxSeconds: 5 } };
    const gathering = await system.api.publish('Gathers', { ...chain(start, output('{{ name }}')), flow });
    const answer = await run({ workflowId: gathering, componentId: start.id, startAfterSeconds: 5 });
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringContaining('flow.gather') } });
  });
});

describe('sessions that expire', () => {
  test('end CANCELLED with EXPIRED, whatever started them; a retry starts them', async () => {
    const system = await openContractSystem('postgres');
    const [start, hook] = [input('name'), component('webhook', {}, { output: 'request' })];
    const definition = { ...chain(start, output('{{ name }}')), expireAfterSeconds: 1 };
    definition.components.push(hook);
    const workflowId = await system.api.publish('Expires', definition);
    const { token } = await system.api.call<{ token: string }>(
      'POST',
      `/v1/workflows/${workflowId}/components/${hook.id}/token`,
    );
    await system.api.call('POST', `/v1/workflows/${workflowId}/pause`);
    const own = await system.api.request<{ sessionId: string }>('POST', '/v1/workflow/run', {
      workflowId,
      componentId: start.id,
      placeholderValues: { name: 'Ada' },
    });
    const long = await system.api.request<{ sessionId: string }>('POST', '/v1/workflow/run', {
      workflowId,
      componentId: start.id,
      expireAfterSeconds: 600,
    });
    const delivered = await system.api.request<{ sessionId: string }>('POST', `/webhook/${workflowId}`, {}, { token });
    const read = (id: string) => system.api.call<SessionView>('GET', `/v1/sessions/${id}`);
    for (const { body } of [own, delivered])
      await waitFor(async () => {
        const { status, error, startedAt } = await read(body.sessionId);
        return status === 'CANCELLED' && error?.code === 'EXPIRED' && startedAt === null;
      });
    expect(await read(long.body.sessionId)).toMatchObject({ status: 'QUEUED', waitingFor: 'pause' });
    await system.api.call('POST', `/v1/workflows/${workflowId}/resume`);
    await system.api.call('POST', `/v1/sessions/${own.body.sessionId}/retry`);
    expect(await system.api.untilEnded(own.body.sessionId)).toMatchObject({ status: 'SUCCEEDED', expiresAt: null });
  });
});
