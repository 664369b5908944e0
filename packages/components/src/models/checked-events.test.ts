import { expect, test } from '@jest/globals';
import { checkedEvents } from './checked-events.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function passed(text: string, size: number): Promise<Buffer[]> {
  const parts: Buffer[] = [];
  for await (const part of checkedEvents(inPieces(text, size))) parts.push(part);
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
  ['a line without an end', 'x'.repeat(1_100_000), 'An event'],
  ['many events', 'data: {}\n\n'.repeat(1_700_000), 'The stream'],
])('refuses %s', async (_what, text, named) => {
  await expect(passed(text, 65_536)).rejects.toMatchObject({
    code: 'MODEL_FAILED',
    message: expect.stringContaining(named),
  });
});
