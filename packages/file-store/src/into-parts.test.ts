import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { intoParts } from './into-parts.ts';

test('parts hold the same bytes, all but the last of one size', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 50 })),
      fc.integer({ min: 1, max: 40 }),
      async (chunks, partBytes) => {
        const parts: Buffer[] = [];
        for await (const part of intoParts(
          (async function* all() {
            yield* chunks;
          })(),
          partBytes,
        ))
          parts.push(Buffer.from(part));
        expect(Buffer.concat(parts)).toEqual(Buffer.concat(chunks));
        expect(parts.slice(0, -1).every(({ length }) => length === partBytes)).toBe(true);
        expect(parts.at(-1)?.length).not.toBe(0);
      },
    ),
  );
});
