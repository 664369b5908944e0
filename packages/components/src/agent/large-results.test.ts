import { expect, test } from '@jest/globals';
import type { Json, RecordedPart } from '@workflow/component-kit/run';
import { Conversation } from './conversation.ts';
import { ResultReader } from './large-results.ts';

const MI = 1024 * 1024;
const at = new Date(0);

function ended(number: number, output: Json): RecordedPart {
  const part = { kind: 'tool', turn: 1, tool: 'Find' } as const;
  const times = { startedAt: at, finishedAt: at };
  return { number, part, attempt: 1, status: 'SUCCEEDED', input: {}, output, error: null, ...times };
}

function readerOf(outputs: Record<number, Json>) {
  const read: number[] = [];
  const reader = new ResultReader({
    hasEnded: (number) => number in outputs,
    read: async ([number = 0]) => {
      read.push(number);
      return [ended(number, outputs[number] ?? null)];
    },
  });
  return { read, part: (id: string, offset: number) => reader.read({ id, offset, length: 1 }) };
}

test('many calls of one turn read a stored result once', async () => {
  const { read, part } = readerOf({ 2: `${'x'.repeat(MI)}y` });
  for (let call = 0; call < 100; call += 1) expect(await part('2', MI)).toEqual({ characters: MI + 1, part: 'y' });
  expect(read).toEqual([2]);
});

test('calls of one turn read a limited number of characters of stored results', async () => {
  const { read, part } = readerOf({ 2: 'x'.repeat(5 * MI), 3: 'y'.repeat(5 * MI) });
  for (const id of ['2', '3', '2', '3']) expect((await part(id, 0))['part']).toHaveLength(1);
  await expect(part('2', 0)).rejects.toMatchObject({ code: 'FIELD_INVALID', message: expect.stringContaining('turn') });
  expect((await part('3', 1))['part']).toBe('y');
  expect(read).toHaveLength(4);
});

test('ids that name no earlier call read nothing', async () => {
  const { read, part } = readerOf({ 2: 'x' });
  for (const id of ['1', 'x', '', '-1', '1e99'])
    await expect(part(id, 0)).rejects.toMatchObject({ code: 'FIELD_INVALID' });
  expect(read).toEqual([]);
});

test('reads anywhere in a text with long characters in the same time', async () => {
  const { part } = readerOf({ 2: '\u{1F600}'.repeat(2 * MI) });
  await part('2', 0);
  const start = process.cpuUsage();
  for (let call = 0; call < 100; call += 1)
    expect(await part('2', 2 * MI - 1)).toEqual({ characters: 2 * MI, part: '\u{1F600}' });
  const { user, system } = process.cpuUsage(start);
  expect((user + system) / 1_000).toBeLessThan(200);
});

test('a conversation counts the stored results of its calls', () => {
  const state = new Conversation();
  const call = (id: string) => ({ type: 'tool-call', toolCallId: id, toolName: 'Find', input: {} });
  const messages = [{ role: 'assistant', content: [call('a'), call('b')] }];
  const output = { messages, usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 }, problems: {} };
  state.add([
    { ...ended(1, output as never), part: { kind: 'turn', turn: 1 } },
    ended(2, 'x'.repeat(MI)),
    ended(3, { a: 'x'.repeat(MI) }),
  ]);
  expect(state.storedCharacters).toBe(2 * MI + '{"a":""}'.length);
  expect(state.bytes).toBeLessThan(MI);
});
