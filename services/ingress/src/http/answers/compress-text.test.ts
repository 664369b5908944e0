import { gunzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { compressText } from './compress-text.ts';

const TEXT = 'text '.repeat(1_000);

function cannotBegin(): never {
  throw new Error('Initialization failed');
}

test('an answer goes uncompressed where compression fails, which leaves room for others', async () => {
  for (let count = 0; count < 20; count += 1)
    expect(await compressText(TEXT, cannotBegin)).toEqual({ bytes: TEXT, coding: null });
  const failing: typeof cannotBegin = ((_text: string, _options: object, done: (error: Error) => void) =>
    done(new Error('no memory'))) as never;
  for (let count = 0; count < 20; count += 1)
    expect(await compressText(TEXT, failing)).toEqual({ bytes: TEXT, coding: null });
  const { bytes, coding } = await compressText(TEXT);
  expect([coding, gunzipSync(bytes as Buffer).toString()]).toEqual(['gzip', TEXT]);
});
