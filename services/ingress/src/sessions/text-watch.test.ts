import { expect, test } from '@jest/globals';
import { MAX_TEXT_PLACES, type StoredPiece } from '@workflow/session-store';
import type { StreamEvent } from './event-stream.ts';
import { TextWatch, type TextReader } from './text-watch.ts';

interface Place {
  sessionId: string;
  after: number;
}

/** As many pieces as one read returns for each place. */
const READ_AT_ONCE = 16;

const pieceOf = (sessionId: string, id: number): StoredPiece => ({
  ...{ id, sessionId, componentId: 'c', turn: 1 },
  text: `${id} `,
});

function open(stored: StoredPiece[]) {
  const reads: Place[][] = [];
  const read = Promise.withResolvers<void>();
  const watch = new TextWatch({
    queries: {
      turnTexts: async (places) => {
        reads.push([...places]);
        const found = places.map(({ sessionId, after }) =>
          stored.filter((piece) => piece.sessionId === sessionId && piece.id > after).slice(0, READ_AT_ONCE),
        );
        if (found.every((pieces) => pieces.length === 0)) read.resolve();
        return found;
      },
    },
    onError: (error) => {
      throw error;
    },
  });
  return { watch, reads, allRead: read.promise };
}

/** A client that reads a limited number of events, and the rest when `read` is called. */
function readerOf(most = Infinity) {
  const events: StreamEvent[] = [];
  let remaining = most;
  const waiting = Promise.withResolvers<void>();
  const reader: TextReader = {
    get isReady() {
      return remaining > 0;
    },
    ready: async () => {
      if (remaining === 0) await waiting.promise;
      return true;
    },
    send: (event) => {
      remaining -= 1;
      events.push(event);
    },
  };
  const readAll = (): void => {
    remaining = Infinity;
    waiting.resolve();
  };
  const words = (): string => events.map(({ bytes }) => /"text":"(.*?)"/.exec(String(bytes))?.[1] ?? '').join('');
  return { reader, events, words, readAll };
}

const subject = (sessionId: string, reader: TextReader, organizationId = 'a') => ({
  ...{ organizationId, sessionId, reader, isReconnected: false },
});

const HUNDRED = Array.from({ length: 100 }, (_, index) => pieceOf('s', index + 1));
const WORDS = HUNDRED.map(({ text }) => text).join('');

test('a reader that begins later gets all words in order', async () => {
  const { watch, allRead } = open(HUNDRED);
  const [early, late] = [readerOf(), readerOf()];
  watch.watch(subject('s', early.reader));
  await allRead;
  const text = watch.watch(subject('s', late.reader));
  await text.finish();
  watch.close();
  expect([early.words(), late.words()]).toEqual([WORDS, WORDS]);
});

test('readers at different places of one session lose no words', async () => {
  const { watch, reads } = open(HUNDRED);
  const [slowReader, fastReader] = [readerOf(20), readerOf()];
  watch.watch(subject('s', slowReader.reader));
  watch.watch(subject('s', fastReader.reader));
  while (!fastReader.words().endsWith('100 ')) await new Promise((resolve) => setImmediate(resolve));
  const third = readerOf();
  watch.watch(subject('s', third.reader));
  slowReader.readAll();
  while (slowReader.words() !== WORDS || third.words() !== WORDS) await new Promise((resolve) => setImmediate(resolve));
  watch.close();
  expect(reads.every((places) => places.length <= MAX_TEXT_PLACES)).toBe(true);
});

test('a client that reads slowly gets no more events than it takes, and all of them at the end', async () => {
  const { watch } = open(HUNDRED);
  const slow = readerOf(5);
  const text = watch.watch(subject('s', slow.reader));
  const finished = text.finish();
  while (slow.events.length < 5) await new Promise((resolve) => setImmediate(resolve));
  expect(slow.events).toHaveLength(5);
  slow.readAll();
  await finished;
  expect(slow.words()).toBe(WORDS);
});

test('one statement reads a limited number of places, and the first has one of each organization', async () => {
  const sessions = Array.from({ length: 200 }, (_, index) => `s${index}`);
  const { watch, reads, allRead } = open(sessions.map((sessionId) => pieceOf(sessionId, 1)));
  for (const sessionId of sessions) watch.watch(subject(sessionId, readerOf().reader, 'large'));
  watch.watch(subject('own', readerOf().reader, 'small'));
  await allRead;
  watch.close();
  expect(Math.max(...reads.map((places) => places.length))).toBe(MAX_TEXT_PLACES);
  expect(reads[0]!.map(({ sessionId }) => sessionId)).toContain('own');
});

test('readers at the same place share one read and the bytes of its events', async () => {
  const { watch, reads, allRead } = open(HUNDRED.slice(0, 3));
  const readers = Array.from({ length: 50 }, () => readerOf());
  for (const { reader } of readers) watch.watch(subject('s', reader));
  await allRead;
  watch.close();
  expect(reads.every((places) => places.length === 1)).toBe(true);
  for (const { events } of readers) expect(events[0]).toBe(readers[0]!.events[0]);
});
