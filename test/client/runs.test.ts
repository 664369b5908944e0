import { beforeAll, expect, test } from '@jest/globals';
import {
  AbortError,
  BadRequestError,
  createClient,
  NotFoundError,
  SessionFailedError,
  TriggerError,
  UnauthorizedError,
  unwrap,
  WorkflowNameError,
  type Client,
} from '@workflow/client';
import { chain, component, input, output, UUID } from '../contract/contract-system.ts';
import { useContractSystem } from '../contract/use-contract-system.ts';

const system = useContractSystem();
let client: Client;
let greetingId: string;
const greeting = input('name');

beforeAll(async () => {
  client = createClient({ baseUrl: system.api.baseUrl, apiKey: system.api.apiKey });
  greetingId = await system.api.publish('Greeting', chain(greeting, output('Hello {{ name }}')));
});

test('a run by id or by name, at the trigger of the workflow, is answered with the four fields', async () => {
  for (const workflow of [greetingId, 'Greeting']) {
    const started = await client.run(workflow, { name: 'Ada' });
    expect(started).toEqual({
      workflowId: greetingId,
      componentId: greeting.id,
      placeholderValues: { name: 'Ada' },
      sessionId: expect.stringMatching(UUID),
    });
  }
});

test('the session of a run that ended, and one that failed, are returned', async () => {
  const session = await client.runAndWait('Greeting', { name: 'Ada' });
  expect(session).toMatchObject({ status: 'SUCCEEDED', workflowId: greetingId, placeholderValues: { name: 'Ada' } });
  expect(unwrap(session)).toBe('Hello Ada');
  await system.api.publish(
    'Failing',
    chain(input('a'), component('fail', { code: 'NO_STOCK', message: 'There is none' })),
  );
  const failed = await client.runAndWait('Failing', { a: 'x' });
  expect(failed).toMatchObject({ status: 'FAILED', error: { code: 'NO_STOCK' } });
  expect(() => unwrap(failed)).toThrow(SessionFailedError);
  expect(() => unwrap(failed)).toThrow(/There is none/);
});

test('the same key starts one session', async () => {
  const idempotencyKey = `key of ${system.organization.id}`;
  const [first, second] = [
    await client.run('Greeting', { name: 'Ada' }, { idempotencyKey }),
    await client.run('Greeting', { name: 'Ada' }, { idempotencyKey }),
  ];
  expect(second.sessionId).toBe(first.sessionId);
});

test('several triggers are listed, unless one is named', async () => {
  const [first, second] = [input('a'), { ...input('b'), name: 'Second' }];
  const end = output('done');
  const definition = {
    components: [first, second, end],
    connections: [first, second].map(({ id }) => ({ from: id, port: 'next', to: end.id })),
  };
  const id = await system.api.publish('Two triggers', definition);
  const failure = await client.run(id, {}).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(TriggerError);
  expect((failure as TriggerError).triggers).toEqual([
    expect.objectContaining({ componentId: first.id, type: 'input' }),
    expect.objectContaining({ componentId: second.id, type: 'input', name: 'Second' }),
  ]);
  expect((failure as Error).message).toContain(`${second.id} (Second)`);
  expect(await client.run(id, { b: 'x' }, { componentId: second.id })).toMatchObject({ componentId: second.id });
});

test('a webhook next to an input is not a trigger for callers, and alone it must be named', async () => {
  const [own, hook, end] = [input('a'), component('webhook', {}, { output: 'request' }), output('done')];
  const connections = [own, hook].map(({ id }) => ({ from: id, port: 'next', to: end.id }));
  const both = await system.api.publish('Both', { components: [own, hook, end], connections });
  expect(await client.run(both, { a: 'x' })).toMatchObject({ componentId: own.id });
  const alone = await system.api.publish('Webhook alone', chain(hook, end));
  await expect(client.run(alone, {})).rejects.toThrow(/has no trigger that callers start/);
});

test('TEST runs the draft, at the trigger of the draft', async () => {
  const [published, drafted] = [input('a'), input('b')];
  const id = await system.api.publish('Drafted', chain(published, output('published')));
  const { revision } = await system.api.call('GET', `/v1/workflows/${id}`);
  const draft = { name: 'Drafted', ...chain(drafted, output('draft')) };
  await system.api.request('PUT', `/v1/workflows/${id}`, draft, { 'if-match': `"${String(revision)}"` });
  expect(unwrap(await client.runAndWait(id, {}))).toBe('published');
  expect(unwrap(await client.runAndWait(id, {}, { mode: 'TEST' }))).toBe('draft');
  // Publishing removes the trigger that the client has cached, so it looks it up again.
  await system.api.call('POST', `/v1/workflows/${id}/publish`);
  expect(await client.run(id, { b: 'x' })).toMatchObject({ componentId: drafted.id });
});

test('what is wrong is an error of its class, with status, message and errorId', async () => {
  const wrong = await client.run('Greeting', { nobody: 1 }).catch((error: unknown) => error);
  expect(wrong).toBeInstanceOf(BadRequestError);
  expect(wrong).toMatchObject({ httpStatus: 400, errorId: expect.stringMatching(UUID), retryAfterSeconds: null });
  expect((wrong as Error).message).toContain('nobody');
  await expect(client.run('No such workflow', {})).rejects.toThrow(WorkflowNameError);
  const gone = await client.run(system.organization.id, {}).catch((error: unknown) => error);
  expect(gone).toBeInstanceOf(NotFoundError);
  const { id } = await system.api.call<{ id: string }>('POST', '/v1/workflows', {
    name: 'Draft alone',
    ...chain(input('a'), output('x')),
  });
  await expect(client.run(id, {})).rejects.toThrow(/is not published/);
  const withoutKey = createClient({ baseUrl: system.api.baseUrl });
  await expect(withoutKey.run(greetingId, {}, { componentId: greeting.id })).rejects.toThrow(UnauthorizedError);
  expect(() => createClient({ baseUrl: 'localhost:3000' })).toThrow(/http/);
});

test('names that two workflows have must be ids', async () => {
  const first = await system.api.publish('Twice', chain(input('a'), output('1')));
  const second = await system.api.publish('Twice', chain(input('a'), output('2')));
  const failure = (await client.run('Twice', {}).catch((error: unknown) => error)) as Error;
  expect(failure).toBeInstanceOf(WorkflowNameError);
  expect(failure.message).toContain(first);
  expect(failure.message).toContain(second);
});

test('an abort ends a call immediately and starts nothing further', async () => {
  await system.api.publish('Slow', chain(input('a'), component('delay', { seconds: 600 }), output('late')));
  const stop = new AbortController();
  const waiting = client.runAndWait('Slow', {}, { signal: stop.signal });
  setTimeout(() => stop.abort('enough'), 50);
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError', cause: 'enough' });
  await expect(client.run('Greeting', {}, { signal: AbortSignal.abort() })).rejects.toThrow(AbortError);
});

test('lists go over all pages, and steps and files are read', async () => {
  const started = new Set<string>();
  for (let run = 0; run < 5; run += 1) started.add((await client.run('Greeting', { name: String(run) })).sessionId);
  const listed: string[] = [];
  for await (const { id } of client.sessions.list({ workflowId: greetingId, limit: 2 })) listed.push(id);
  expect(listed).toEqual(expect.arrayContaining([...started]));
  expect(new Set(listed).size).toBe(listed.length);
  const session = await client.sessions.wait(listed[0]!);
  const steps = [];
  for await (const step of client.sessions.steps(session.id)) steps.push(step.status);
  expect(steps).toEqual(['SUCCEEDED', 'SUCCEEDED']);
  const names = [];
  for await (const { name } of client.workflows.list({ search: 'Greeting', limit: 1 })) names.push(name);
  expect(names).toContain('Greeting');
  expect((await client.workflows.get('Greeting')).id).toBe(greetingId);
  const bytes = crypto.getRandomValues(new Uint8Array(50_000));
  const file = await client.files.upload(bytes, { name: 'noise.bin', contentType: 'application/x-noise' });
  expect(file).toMatchObject({ name: 'noise.bin', contentType: 'application/x-noise', size: bytes.length });
  expect(await client.files.download(file.fileId)).toEqual(bytes);
});

test('events report a session until it ends', async () => {
  const { sessionId } = await client.run('Greeting', { name: 'Ada' });
  const seen = [];
  for await (const event of client.sessions.events(sessionId)) seen.push(event);
  expect(seen.at(-1)).toMatchObject({ type: 'session', session: { id: sessionId, status: 'SUCCEEDED' } });
  expect(seen.find(({ type }) => type === 'steps')).toBeDefined();
});
