import { expect, jest, test } from '@jest/globals';
import { streamAnswer } from './stream-answer.ts';

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
    textWatch: { watch: () => ({ finish: async () => undefined, stop: () => undefined }) },
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
