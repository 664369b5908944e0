import { expect, jest, test } from '@jest/globals';
import type { StreamEvent } from '../sessions/event-stream.ts';
import { streamAnswer } from './stream-answer.ts';

const textWatch = { watch: () => ({ finish: async () => undefined, stop: () => undefined }) };

interface EndedStream {
  /** The number of times that the state of the session was read. */
  looks: number;
  /** The time for which the stream waited for the end of the session. */
  waitedMs: number;
}

/** Streams the answer of a session that does not end, until the stream ends. */
async function streamUntilEnd(isPublic: boolean, status: string, visitorLeavesAfter = Infinity): Promise<EndedStream> {
  let [looks, waitedMs] = [0, 0];
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
    waits: {
      wait: async (_organizationId: string, _sessionId: string, forMs: number) => {
        waitedMs += forMs;
        return null;
      },
    },
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
  return { looks, waitedMs };
}

test('a public stream ends within a minute when its session waits', async () => {
  const { looks, waitedMs } = await streamUntilEnd(true, 'WAITING');
  expect(looks).toBe(1);
  expect(waitedMs).toBeGreaterThan(0);
  expect(waitedMs).toBeLessThanOrEqual(60_000);
});

test('a stream of a member goes on while its session waits', async () => {
  expect(await streamUntilEnd(false, 'WAITING', 2)).toMatchObject({ looks: 2 });
});

test.each([
  [true, 1],
  [false, 2],
])('a public stream ends after some minutes: %s', async (isPublic, looks) => {
  let nowMs = 0;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (nowMs += 6 * 60_000));
  try {
    expect(await streamUntilEnd(isPublic, 'RUNNING', 2)).toMatchObject({ looks });
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
