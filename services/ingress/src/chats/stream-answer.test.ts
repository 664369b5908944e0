import { expect, jest, test } from '@jest/globals';
import type { StreamEvent } from '../sessions/event-stream.ts';
import { streamAnswer } from './stream-answer.ts';

const textWatch = { watch: () => ({ finish: async () => undefined, stop: () => undefined }) };

/** Streams the answer of a session that does not end. Resolves to the number of looks after which the stream ended. */
async function looksUntilEnd(isPublic: boolean, status: string, visitorLeavesAfter = Infinity): Promise<number> {
  let looks = 0;
  let leave = () => undefined as void;
  const stream = { send: () => undefined, end: () => undefined };
  const context = {
    eventStreams: {
      open: (_response: unknown, _id: string, onClose: () => void) => {
        leave = onClose;
        return stream;
      },
    },
    textWatch,
    waits: { wait: async () => null },
    store: {
      sessions: {
        queries: {
          ended: async () => [],
          marks: async () => {
            looks += 1;
            if (looks >= visitorLeavesAfter) leave();
            return [{ status }];
          },
        },
      },
    },
  };
  const message = { organizationId: 'o', sessionId: 's', conversationId: 'c', isPublic };
  await streamAnswer(context as never, {} as never, message);
  return looks;
}

test('a public stream ends when its session waits', async () => {
  expect(await looksUntilEnd(true, 'WAITING')).toBe(1);
});

test('a stream of a member goes on while its session waits', async () => {
  expect(await looksUntilEnd(false, 'WAITING', 2)).toBe(2);
});

test.each([
  [true, 1],
  [false, 2],
])('a public stream ends after some minutes: %s', async (isPublic, looks) => {
  let nowMs = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 6 * 60_000));
  try {
    expect(await looksUntilEnd(isPublic, 'RUNNING', 2)).toBe(looks);
  } finally {
    clock.mockRestore();
  }
});

const LIMIT_BYTES = 1_000;

test.each([
  ['has a small output', 'x'.repeat(LIMIT_BYTES / 2), { output: 'x'.repeat(LIMIT_BYTES / 2) }],
  ['leaves out a large output', 'ü'.repeat(LIMIT_BYTES / 2), { output: null, truncated: true }],
])('the end of a stream %s', async (_what, output, shown) => {
  const events: string[] = [];
  const stream = { send: ({ bytes }: StreamEvent) => events.push(bytes.toString()), end: () => undefined };
  const context = {
    config: { watches: { maxStreamEventBytes: LIMIT_BYTES } },
    eventStreams: { open: () => stream },
    textWatch,
    waits: { wait: async () => ({ id: 's', status: 'SUCCEEDED', output }) },
  };
  const message = { organizationId: 'o', sessionId: 's', conversationId: 'c', isPublic: true };
  await streamAnswer(context as never, {} as never, message);
  const [, data = ''] = /^event: done\ndata: (.+)\n\n$/.exec(events.at(-1) ?? '') ?? [];
  expect(JSON.parse(data)).toEqual({ sessionId: 's', conversationId: 'c', status: 'SUCCEEDED', ...shown });
});
