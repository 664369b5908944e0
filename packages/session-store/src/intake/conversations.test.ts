import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore } from '../../test/open-test-store.ts';
import type { NewSession } from '../acceptance/new-session.ts';
import { chatConversation } from '../sessions/conversations.ts';

const database = useTestStore();

/** Describes a message of a new conversation. */
function newMessage(more: Partial<NewSession> = {}) {
  const place = { pageId: randomUUID(), conversationId: randomUUID() };
  const flow = { concurrencyKey: '', orderKey: place.conversationId };
  const message = newSession({ trigger: 'CHAT', flow, enqueue: false, conversation: chatConversation(place), ...more });
  const sessionsOf = async () => {
    const sessions = await database.store.sessions.conversations.read(message.organizationId, place);
    return sessions.map(({ id }) => id);
  };
  return { message, sessionsOf };
}

test('a message is accepted with its place in the conversation', async () => {
  const { message, sessionsOf } = newMessage();
  await Promise.all([database.store.intake.accept(message), database.store.intake.accept(newSession())]);
  expect(await sessionsOf()).toEqual([message.id]);
});

test('messages that one session gathers belong to their conversations', async () => {
  const gather = { key: 'k', quietMs: 60_000, maxMs: 60_000, maxItems: 10, item: '{}', responseFor: () => null };
  const [first, second] = [newMessage({ gather }), newMessage({ gather })];
  const { organizationId, workflowId, componentId } = first.message;
  Object.assign(second.message, { organizationId, workflowId, componentId });
  await database.store.intake.accept(first.message);
  const outcome = await database.store.intake.accept(second.message);
  expect(outcome).toEqual({ kind: 'gathered', sessionId: first.message.id });
  expect(await first.sessionsOf()).toEqual([first.message.id]);
  expect(await second.sessionsOf()).toEqual([first.message.id]);
});

test('a message that cannot join its conversation is not accepted', async () => {
  const { message } = newMessage();
  await database.sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'refused'; END $$`);
  await database.sql('CREATE TRIGGER refuse BEFORE INSERT ON conversation_sessions EXECUTE FUNCTION refuse()');
  try {
    await expect(database.store.intake.accept(message)).rejects.toThrow('refused');
  } finally {
    await database.sql('DROP TRIGGER refuse ON conversation_sessions');
  }
  expect(await database.sql('SELECT id FROM sessions WHERE id = $1', [message.id])).toEqual([]);
});
