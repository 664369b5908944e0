import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { ask, postMessage, publishChat, readChat } from './chat-lab.ts';
import { component, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const system = useContractSystem();

test('a session that fails ends the answer with its status', async () => {
  const { url } = await publishChat(system, {}, component('fail', { code: 'NO', message: 'no' }));
  const events = await ask(url, { message: 'Hello' });
  expect(events.map(({ event }) => event)).toEqual(['session', 'done']);
  expect(events[1]!.data).toMatchObject({ status: 'FAILED', output: null });
  const { body } = await readChat(url, events[0]!.data['conversationId']);
  expect(body).toEqual({ messages: [{ role: 'user', text: 'Hello' }], underWay: false });
});

test('a conversation that the service did not begin is 404, and so is a chat that is not published', async () => {
  const { url, workflowId } = await publishChat(system, {}, output('{{ chat }}'));
  const { url: other } = await publishChat(system, {}, output('{{ chat }}'));
  const [begun] = await ask(other, { message: 'Hello' });
  for (const conversationId of [randomUUID(), 'x', String(begun!.data['conversationId'])]) {
    expect((await postMessage(url, { message: 'Hello', conversationId })).status).toBe(404);
    expect((await readChat(url, conversationId)).status).toBe(404);
  }
  for (const body of [{}, { message: '' }, { message: '  ' }, { message: 1 }])
    expect((await postMessage(url, body as JsonObject)).status).toBe(400);
  const [, done] = await ask(url, { message: 'Hello' });
  expect(done!.data['output']).toEqual({ message: 'Hello', conversationId: expect.any(String), by: null });
  expect((await fetch(url)).status).toBe(200);
  await system.api.call('POST', `/v1/workflows/${workflowId}/unpublish`);
  expect((await postMessage(url, { message: 'Hello' })).status).toBe(404);
  expect((await fetch(url)).status).toBe(404);
});

test('a chat for members refuses strangers, and a message from another site', async () => {
  const { url } = await publishChat(system, { signedInOnly: true }, output('{{ chat.message }}'));
  expect((await postMessage(url, { message: 'Hello' })).status).toBe(401);
  expect((await readChat(url, randomUUID())).status).toBe(401);
  const page = await fetch(url, { redirect: 'manual', headers: { accept: 'text/html' } });
  expect([page.status, page.headers.get('location')]).toEqual([303, expect.stringContaining('/sign-in?then=')]);
  const { url: open } = await publishChat(system, {}, output('{{ chat.message }}'));
  const body = JSON.stringify({ message: 'Hello' });
  const form = { method: 'POST', body, headers: { 'content-type': 'text/plain' } };
  expect((await fetch(`${open}/messages`, form)).status).toBe(415);
});

test('one address sends a limited number of messages a minute, and a message has a limited length', async () => {
  const { url } = await publishChat(system, {}, output('{{ chat.message }}'));
  expect((await postMessage(url, { message: 'x'.repeat(100_001) })).status).toBe(400);
  let answer = await postMessage(url, { message: 'Hello' });
  expect(answer.status).toBe(200);
  // Another message is allowed every few seconds, so a slow machine sends more of them.
  for (let count = 0; count < 100 && answer.status === 200; count += 1) {
    await answer.text();
    answer = await postMessage(url, { message: 'Hello' });
  }
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('the latest messages of a long conversation are read, whatever their size', async () => {
  const { url } = await publishChat(system, {}, output('{{ chat.message & $pad("", 900000, "x") }}'));
  const [begun] = await ask(url, { message: '1' });
  const { conversationId } = begun!.data;
  for (const message of ['2', '3', '4']) await ask(url, { message, conversationId: conversationId! });
  const { body } = await readChat(url, conversationId);
  const messages = body['messages'] as JsonObject[];
  expect(messages.map(({ role, text }) => [role, String(text).slice(0, 1)])).toEqual([
    ...[
      ['user', '2'],
      ['assistant', '2'],
      ['user', '3'],
      ['assistant', '3'],
      ['user', '4'],
      ['assistant', '4'],
    ],
  ]);
});
