import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { newSession } from '@workflow/test-harness';
import { useTestStore } from '../../test/open-test-store.ts';
import { chatConversation } from './conversations.ts';

const database = useTestStore();

/** Sends messages to a new conversation. Returns their ids, and the ids of those that one request returns. */
async function sendMessages(texts: readonly string[]) {
  const organizationId = randomUUID();
  const place = { pageId: randomUUID(), conversationId: randomUUID() };
  const messages = texts.map((text) =>
    newSession({
      organizationId,
      trigger: 'CHAT',
      flow: { concurrencyKey: '', orderKey: place.conversationId },
      enqueue: false,
      conversation: chatConversation(place),
      placeholderValuesJson: JSON.stringify({ text }),
    }),
  );
  await Promise.all(messages.map((message) => database.store.intake.accept(message)));
  const read = await database.store.sessions.conversations.read(organizationId, place);
  return { ids: messages.map(({ id }) => id), readIds: read.map(({ id }) => id) };
}

test('a request returns the latest 200 messages of a conversation', async () => {
  const { ids, readIds } = await sendMessages(Array.from({ length: 201 }, () => 'Hello'));
  expect(readIds).toEqual(ids.slice(1));
});

test('a request returns the latest messages of a conversation up to 2 MiB', async () => {
  const { ids, readIds } = await sendMessages(Array.from({ length: 3 }, () => 'x'.repeat(1_200_000)));
  expect(readIds).toEqual(ids.slice(1));
});
