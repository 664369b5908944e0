import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { describeEachBackend, waitFor } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { ask, dataOf, eventsOf, postMessage, publishChat, readChat, wordsOf, type ReceivedEvent } from './chat-lab.ts';
import { component, openContractSystem, output, type SharedContractSystem } from './contract-system.ts';
import { startModelServer } from './model-server.ts';

describeEachBackend('a chat', (backend) => {
  let system: SharedContractSystem;
  let server: Awaited<ReturnType<typeof startModelServer>>;
  let credential: string;

  beforeAll(async () => {
    [system, server] = await Promise.all([openContractSystem(backend), startModelServer()]);
    const body = {
      name: `Models ${randomUUID()}`,
      type: 'openai-compatible',
      baseUrl: `${server.url}/v1`,
      apiKey: server.apiKey,
    };
    credential = (await system.api.request<{ id: string }>('POST', '/v1/organization/credentials', body)).body.id;
  });
  beforeEach(() => {
    server.answers.length = 0;
    server.requests.length = 0;
  });
  afterAll(() => server?.stop());

  const publishAgent = (more: JsonObject = {}) =>
    publishChat(
      system,
      {},
      component(
        'agent',
        { credential, model: 'm', instructions: 'Be kind.', prompt: '{{ chat.message }}', ...more },
        { output: 'answer' },
      ),
      output('{{ answer.text }}'),
    );

  test('streams the words of an agent, and ends with the output', async () => {
    const { url } = await publishAgent();
    const held = Promise.withResolvers<void>();
    server.answers.push({ streamed: { pieces: ['It was ', 'sent ', 'today.'], before: { 2: held.promise } } });
    const response = await postMessage(url, { message: 'Where is it?' });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('text/event-stream'),
    ]);
    const events: { event: string; data: JsonObject }[] = [];
    for await (const event of eventsOf(response)) {
      events.push(event);
      // The first words arrive while the model still writes.
      if (wordsOf(events) === 'It was sent ') held.resolve();
    }
    const [session] = dataOf(events, 'session');
    const { sessionId, conversationId } = session!;
    expect(events[0]).toEqual({ event: 'session', data: { sessionId, conversationId } });
    expect(wordsOf(events)).toBe('It was sent today.');
    expect(events.at(-1)).toEqual({
      event: 'done',
      data: { sessionId, conversationId, status: 'SUCCEEDED', output: 'It was sent today.' },
    });
    expect(await system.api.untilEnded(String(sessionId))).toMatchObject({ trigger: 'CHAT', mode: 'PROD' });
    expect(await readChat(url, conversationId)).toEqual({
      status: 200,
      body: {
        messages: [
          { role: 'user', text: 'Where is it?' },
          { role: 'assistant', text: 'It was sent today.' },
        ],
        underWay: false,
      },
    });
  });

  test('continues a conversation in order, with its memory', async () => {
    const { url } = await publishAgent({ memory: { key: '{{ chat.conversationId }}', turns: 5 } });
    const held = Promise.withResolvers<void>();
    server.answers.push({ text: 'Blue.', until: held.promise }, { text: 'Still blue.' }, { text: 'Who are you?' });
    const first = await postMessage(url, { message: 'Which colour?' });
    const received = eventsOf(first);
    const { conversationId } = (await received.next()).value!.data;
    const second = ask(url, { message: 'And now?', conversationId: conversationId! });
    // The second message waits for the first one.
    await waitFor(async () => {
      const { body } = await readChat(url, conversationId);
      return (body['messages'] as JsonObject[]).length === 2 && body['underWay'] === true;
    });
    await waitFor(() => server.requests.length > 0);
    expect(server.requests).toHaveLength(1);
    held.resolve();
    const left: ReceivedEvent[] = [];
    for await (const event of received) left.push(event);
    expect(dataOf(left, 'done')).toMatchObject([{ output: 'Blue.' }]);
    expect(dataOf(await second, 'done')).toMatchObject([{ status: 'SUCCEEDED', output: 'Still blue.' }]);
    expect(server.requests[1]?.body['messages']).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Which colour?' },
      { role: 'assistant', content: 'Blue.' },
      { role: 'user', content: 'And now?' },
    ]);
    const other = await ask(url, { message: 'Hello' });
    expect(dataOf(other, 'session')[0]!['conversationId']).not.toBe(conversationId);
    expect(server.requests[2]?.body['messages']).toEqual([
      { role: 'system', content: 'Be kind.' },
      { role: 'user', content: 'Hello' },
    ]);
  });
});
