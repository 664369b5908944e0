import { expect, test } from '@jest/globals';
import { usedBytes } from '@workflow/test-harness';
import { checkedEvents } from './checked-events.ts';

const LIMITS = {
  maxBytes: 16_000_000,
  maxEventBytes: 1_000_000,
  shapes: { shapes: 2_000, containers: 2_000, uncounted: 4_096 },
  refuse: (problem: string) => new Error(`The stream ${problem}`),
};

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function passed(text: string, size: number): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for await (const part of checkedEvents(inPieces(text, size), LIMITS)) parts.push(part);
  return parts;
}

test('passes on whole lines, however the bytes are split', async () => {
  const text = 'event: a\ndata: {"text":"é😀"}\n\ndata: [DONE]';
  for (let size = 1; size <= 20; size += 1) {
    const parts = await passed(text, size);
    expect(Buffer.concat(parts).toString()).toBe(text);
    for (const part of parts.slice(0, -1)) expect(part.at(-1)).toBe(0x0a);
  }
});

test.each([
  ['an event with many lists', `data: ${'[],'.repeat(10_000)}\n\n`, 'lists and objects'],
  ['an event with many lists in several lines', `${'data: [],[],[],[],\n'.repeat(10_000)}\n`, 'lists and objects'],
  ['an event of many lines', `${`data: ${'x'.repeat(1_000)}\n`.repeat(1_100)}\n`, 'an event'],
  ['a line without an end', 'x'.repeat(1_100_000), 'an event'],
  ['many events', 'data: {}\n\n'.repeat(1_700_000), '16000000'],
])('refuses %s', async (_what, text, named) => {
  await expect(passed(text, 65_536)).rejects.toThrow(named);
});

test.each(['\n', '\r\n'])('takes many small events whose lines end with %j', async (end) => {
  const text = `data: [[],[],[]]${end}${end}`.repeat(10_000);
  expect(Buffer.concat(await passed(text, 65_536)).toString()).toBe(text);
});

test('a line in one-byte chunks takes about as much memory as its bytes', async () => {
  let [before, after] = [0, 0];
  async function* oneByteChunks(): AsyncGenerator<Buffer> {
    before = usedBytes();
    for (let sent = 0; sent < 300_000; sent += 1) yield Buffer.from('x');
    after = usedBytes();
  }
  for await (const _line of checkedEvents(oneByteChunks(), LIMITS));
  expect(after - before).toBeLessThan(5_000_000);
});
