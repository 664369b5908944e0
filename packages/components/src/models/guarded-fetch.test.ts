import { expect, test } from '@jest/globals';
import type { ComponentHttp } from '@workflow/component-kit/run';
import { guardedFetch } from './guarded-fetch.ts';

interface StreamedCall {
  url: URL;
  streamTo(answer: object): (body: AsyncIterable<Buffer>) => Promise<void>;
}

/** Reads the stream of a model server that sends these events. Returns its bytes. */
async function readStream(events: readonly string[]): Promise<number> {
  async function* body(): AsyncGenerator<Buffer> {
    for (const event of events) yield Buffer.from(`data: ${event}\n\n`);
  }
  const send = async ({ url, streamTo }: StreamedCall) => {
    const answer = { status: 200, headers: { 'content-type': 'text/event-stream' } };
    await streamTo(answer)(body());
    return { ...answer, url, body: Buffer.alloc(0) };
  };
  const ask = guardedFetch({ send } as unknown as ComponentHttp);
  const response = await ask('https://models.example/v1', { method: 'POST', body: '{"stream":true}' });
  let bytes = 0;
  for await (const part of response.body!) bytes += (part as Uint8Array).length;
  return bytes;
}

test('a stream below the limits is read', async () => {
  expect(await readStream(['{}', 'x'.repeat(1_000_000)])).toBeGreaterThan(1_000_000);
});

test.each<[string, string[], string]>([
  ['of more than 16 MiB', Array.from({ length: 17 }, () => 'x'.repeat(1_000_000)), 'has more than 16777216 bytes'],
  ['with an event of more than 1 MiB', ['x'.repeat(1_100_000)], 'has an event of more than 1048576 bytes'],
  ['with an event of many lists', ['[],'.repeat(10_000)], 'has an event with more than 2000 lists and objects'],
])('a stream %s fails the step', async (_what, events, problem) => {
  await expect(readStream(events)).rejects.toMatchObject({
    code: 'MODEL_FAILED',
    message: `The stream of the model server ${problem}`,
  });
});
