import { Readable } from 'node:stream';
import { expect, test } from '@jest/globals';
import { BodyTurns } from '../../http/bodies/body-turns.ts';
import { answerLines } from './answer-lines.ts';

/** A group of lines that are refused. It is small in bytes. */
const GROUP = '{}\n'.repeat(256);

interface Answered {
  organizationId: string;
  /** The number of the turn of the event loop. */
  turn: number;
  lines: number;
}

/** Answers batches that arrive together, one for each organization in the list. */
async function answerTogether(organizationIds: readonly string[], body: string): Promise<Answered[]> {
  const answered: Answered[] = [];
  let turn = 0;
  let counter = setImmediate(function count() {
    turn += 1;
    counter = setImmediate(count);
  });
  const context = {
    bodies: { turns: new BodyTurns(), progress: { watch: () => undefined, unwatch: () => undefined } },
    config: { http: { maxBodyBytes: 1_000_000 } },
    caches: { clock: { nowMs: () => 0 } },
  };
  const batches = organizationIds.map((organizationId) => {
    const message = Object.assign(Readable.from([Buffer.from(body)]), { headers: {}, socket: {} });
    const response = {
      destroyed: false,
      writableEnded: false,
      write: (text: string) => answered.push({ organizationId, turn, lines: text.split('\n').length - 1 }) > 0,
      end: () => undefined,
    };
    const request = { message, exchange: { requestId: null } };
    return answerLines(context as never, request as never, { organizationId } as never, response as never);
  });
  await Promise.all(batches);
  clearImmediate(counter);
  return answered;
}

test('batches of short lines that arrive together start 256 lines in a turn, organizations in turn', async () => {
  const answered = await answerTogether(['a', 'a', 'a', 'b'], GROUP);
  expect(answered.map(({ organizationId, lines }) => [organizationId, lines])).toEqual([
    ['a', 256],
    ['b', 256],
    ['a', 256],
    ['a', 256],
  ]);
  expect(new Set(answered.map(({ turn }) => turn)).size).toBe(4);
});

test('the lines of one batch start 256 in a turn', async () => {
  const [first, second, ...others] = await answerTogether(['a'], GROUP.repeat(2));
  expect([first?.lines, second?.lines, others]).toEqual([256, 256, []]);
  expect(second!.turn).toBeGreaterThan(first!.turn);
});

test('a few lines wait for no turn', async () => {
  const answered = await answerTogether(['a', 'a', 'b'], '{}\n'.repeat(10));
  expect(answered.map(({ organizationId }) => organizationId)).toEqual(['a', 'a', 'b']);
  expect(new Set(answered.map(({ turn }) => turn)).size).toBe(1);
});
