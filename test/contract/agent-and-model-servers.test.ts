import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { eventsOf, type ReceivedEvent } from './chat-lab.ts';
import { chain, component, input, openContractSystem, output, type SharedContractSystem } from './contract-system.ts';
import { startModelServer } from './model-server.ts';
import { returnedReasoning, type StreamedAnswer } from './model-streams.ts';

let system: SharedContractSystem;
let server: Awaited<ReturnType<typeof startModelServer>>;
let look: string;
const credentials: Record<string, string> = {};
const TYPES = ['openai', 'openai-compatible', 'anthropic'];
/** Characters that a careless copy of a text changes. */
const REASONING = 'Hm.\u2028 "Quoted" \\n é e\u0301 \u{1F600} \uFEFF <b>&amp;</b> \t 1.0 {"b":1,"a":2}';

interface Ended {
  sessionId: string;
  status: string;
  output: JsonObject;
  error: { code: string; message: string };
}

beforeAll(async () => {
  [system, server] = await Promise.all([openContractSystem(), startModelServer({ isStrict: true })]);
  for (const type of TYPES) {
    const body = { name: `${type} ${randomUUID()}`, type, baseUrl: `${server.url}/v1`, apiKey: server.apiKey };
    credentials[type] = (await system.api.call<{ id: string }>('POST', '/v1/organization/credentials', body)).id;
  }
  const echo = component('transform', { expression: '{ "found": number }', type: 'JSON' }, { output: 'result' });
  look = await system.api.publish('Look', chain(input('number'), echo, output('{{ result }}')));
});
beforeEach(() => server.forget());
afterAll(() => server?.stop());

const agentOf = (type: string, config: JsonObject = {}, more: JsonObject = {}) =>
  component(
    'agent',
    { credential: credentials[type]!, model: 'm', prompt: 'Look', tools: [{ workflowId: look }], ...config },
    { output: 'answer', retry: { maxAttempts: 3, backoffSeconds: 1 }, ...more },
  );

async function run(type: string, config: JsonObject = {}) {
  const { body } = await system.runChain([input('n'), agentOf(type, config), output('{{ answer }}')], { n: '7' });
  return body as Ended;
}

/** Returns the parts of the agent of a session. */
async function partsOf({ sessionId }: Ended) {
  const { items } = await system.api.call<{ items: JsonObject[] }>('GET', `/v1/sessions/${sessionId}/steps`);
  return items.filter(({ kind }) => kind !== undefined);
}

const lookFor = (number: string) => ({ tool: 'Look', arguments: { number } });
const done = { streamed: { pieces: ['Done.'] } };

describe.each(TYPES)('%s', (type) => {
  test('reasoning returns byte for byte, in a conversation of several turns', async () => {
    const reasoned = (turn: number) => ({
      streamed: { pieces: [`Turn ${turn}.`], reasoning: `${turn} ${REASONING}`, calls: [lookFor(String(turn))] },
    });
    server.answers.push(reasoned(1), reasoned(2), reasoned(3), done);
    expect(await run(type, { reasoning: 'high' })).toMatchObject({
      status: 'SUCCEEDED',
      output: { text: 'Done.', turns: 4, usage: { totalTokens: 4 * 17 } },
    });
  });

  test('the stand-in refuses a conversation in which a byte of the reasoning changed', async () => {
    server.answers.push({ streamed: { pieces: [], reasoning: REASONING, calls: [lookFor('1')] } }, done);
    await run(type, { reasoning: 'high' });
    const { path, body } = server.requests[1]!;
    const text = JSON.stringify(body);
    const [returned] = Object.values(returnedReasoning(path.split('/').at(-1)!, REASONING)).slice(-1);
    const quoted = JSON.stringify(returned).slice(1, -1);
    expect(text).toContain(quoted);
    const send = async (sent: string) => {
      const headers = { authorization: `Bearer ${server.apiKey}`, 'x-api-key': server.apiKey };
      return (await fetch(`${server.url}${path}`, { method: 'POST', headers, body: sent })).status;
    };
    server.answers.push({ text: 'Done.' }, { text: 'Done.' });
    expect(await send(text)).toBe(200);
    expect(await send(text.replace(quoted, `X${quoted.slice(1)}`))).toBe(400);
  });

  test('an answer that arrives slowly, in parts of 7 bytes, is whole', async () => {
    const pieces = ['Été ', '\u{1F600} ', 'fini', '.'];
    server.answers.push({ streamed: { pieces, calls: [lookFor('é')], bytesAtOnce: 7, pauseMs: 20 } }, done);
    const ended = await run(type);
    expect(ended).toMatchObject({ status: 'SUCCEEDED', output: { turns: 2 } });
    const [turn, call] = await partsOf(ended);
    expect(JSON.stringify(turn!['output'])).toContain(JSON.stringify(pieces.join('')));
    expect(call!['input']).toMatchObject({ number: 'é' });
  });

  test.each([
    ['429', { status: 429, headers: { 'retry-after': '1' } }],
    ['529', { status: 529 }],
    ['a stream that is cut off', { streamed: { pieces: ['It ', 'was'], cutAfter: 1 } }],
    ['a connection that breaks', { streamed: { pieces: ['It ', 'was'], cutAfter: 1 }, breaks: true }],
    ['an answer that is no JSON', { raw: '<html>Bad gateway</html>', headers: { 'content-type': 'text/html' } }],
  ])('%s is tried again', async (_what, failure) => {
    server.answers.push(failure, done);
    const ended = await run(type);
    expect(ended).toMatchObject({ status: 'SUCCEEDED', output: { text: 'Done.', turns: 1 } });
    const parts = await partsOf(ended);
    expect(parts.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'FAILED'],
      [2, 'SUCCEEDED'],
    ]);
    expect(parts[0]).toMatchObject({ error: { code: expect.stringMatching(/^(MODEL|HTTP)_FAILED$/) } });
  });

  test('a server that stays busy fails the step with its answer', async () => {
    server.answers.push({ status: 529 }, { status: 529 }, { status: 529 });
    expect(await run(type)).toMatchObject({
      status: 'FAILED',
      error: { code: 'MODEL_FAILED', message: expect.stringContaining('529') },
    });
    expect(server.requests).toHaveLength(3);
  });

  test.each([
    ['an unknown tool', { tool: 'Fly', arguments: {} }, 'Fly'],
    ['wrong arguments', { tool: 'Look', arguments: { number: [1] } }, 'number'],
    ['arguments that are no JSON', { tool: 'Look', arguments: '{"number":' }, 'JSON'],
    ['arguments that are no object', { tool: 'Look', arguments: '7' }, 'object'],
  ])('%s go back to the model', async (_what, call, named) => {
    server.answers.push({ streamed: { pieces: [], reasoning: REASONING, calls: [call, lookFor('7')] } }, done);
    const ended = await run(type, { reasoning: 'low' });
    expect(ended).toMatchObject({ status: 'SUCCEEDED', output: { turns: 2 } });
    const calls = (await partsOf(ended)).filter(({ kind }) => kind === 'tool');
    expect(calls).toMatchObject([
      { status: 'FAILED', error: { message: expect.stringContaining(named) } },
      { status: 'SUCCEEDED', output: { found: '7' } },
    ]);
    expect(JSON.stringify(server.requests[1]?.body)).toContain(named);
  });

  test('200 calls of one turn all run, and each result returns to its call', async () => {
    const calls = Array.from({ length: 200 }, (_, index) => lookFor(String(index)));
    server.answers.push({ streamed: { pieces: [], calls } }, done);
    const ended = await run(type);
    expect(ended).toMatchObject({ status: 'SUCCEEDED', output: { turns: 2 } });
    const parts = (await partsOf(ended)).filter(({ kind }) => kind === 'tool');
    expect(parts.map((part) => (part['output'] as JsonObject)['found']).toSorted()).toEqual(
      calls.map((call) => call.arguments.number).toSorted(),
    );
  });

  test('the words of a turn are events of the session while the model writes', async () => {
    const [held, lost] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    server.answers.push(
      { streamed: { pieces: ['Void ', 'words'], cutAfter: 1, before: { 1: lost.promise } } },
      { streamed: { pieces: ['It was ', 'x'.repeat(20_000), ' sent.'], before: { 2: held.promise } } },
    );
    const [start, agent] = [input('n'), agentOf(type)];
    const workflow = await system.api.publish('Words', chain(start, agent, output('{{ answer.text }}')));
    const { body } = await system.api.run(workflow, start.id, { n: '7' });
    const { sessionId } = body as { sessionId: string };
    const events: ReceivedEvent[] = [];
    let words = '';
    const headers = { 'x-api-key': system.api.apiKey };
    for await (const event of eventsOf(
      await fetch(`${system.api.baseUrl}/v1/sessions/${sessionId}/events`, { headers }),
    )) {
      if (event.event !== 'text' && event.event !== 'turn-restarted') continue;
      events.push(event);
      words = event.event === 'text' ? words + String(event.data['text']) : '';
      // The words are read before the stream of the model goes on.
      if (words === 'Void ') lost.resolve();
      if (words.length > 20_000) held.resolve();
    }
    expect(words).toBe(`It was ${'x'.repeat(20_000)} sent.`);
    expect(events.map(({ event }) => event)).toContain('turn-restarted');
    for (const { data } of events) expect(data).toMatchObject({ componentId: agent.id, turn: 1 });
    const sizes = events.map(({ data }) => Buffer.byteLength(String(data['text'] ?? '')));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(8_192);
  });
});

describe.each(TYPES)('%s', (type) => {
  test.each<[string, StreamedAnswer, string]>([
    ['is cut at the maximum number of tokens', { pieces: ['It w'], stop: 'length' }, 'maximum number of tokens'],
    ['is filtered or refused', { pieces: ['I can'], stop: 'filter' }, 'filtered'],
    ['is empty', { pieces: [] }, 'empty'],
  ])('an answer that %s is asked for again with the reason, and fails the second time', async (_what, cut, reason) => {
    server.answers.push({ streamed: cut }, done);
    expect(await run(type)).toMatchObject({ status: 'SUCCEEDED', output: { text: 'Done.', turns: 2 } });
    expect(JSON.stringify(server.requests[1]?.body)).toContain(reason);
    server.forget();
    server.answers.push({ streamed: cut }, { streamed: cut });
    expect(await run(type)).toMatchObject({
      status: 'FAILED',
      error: { code: 'MODEL_ANSWER_INVALID', message: expect.stringContaining(reason) },
    });
  });

  test('calls with the same id all run', async () => {
    server.answers.push({ streamed: { pieces: [], calls: [lookFor('1'), lookFor('2')], callId: 'same' } }, done);
    const ended = await run(type);
    expect(ended).toMatchObject({ status: 'SUCCEEDED', output: { text: 'Done.', turns: 2 } });
    const calls = (await partsOf(ended)).filter(({ kind }) => kind === 'tool');
    expect(calls).toMatchObject([{ output: { found: '1' } }, { output: { found: '2' } }]);
  });
});
