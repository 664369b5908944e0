import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { useTestStore } from '../../test/open-test-store.ts';
import { bytesArray, jsonArray, textArray } from './sql-arrays.ts';

const database = useTestStore();

// The unit `binary` of fast-check first builds a map of all 1,114,112 characters, which takes seconds.
const anyCharacter = fc.oneof(
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
  fc.nat(0x10_ff_ff).map((code) => String.fromCodePoint(code).toWellFormed()),
);
/** PostgreSQL's text accepts no NUL and no lone surrogate. */
const text = fc.string({ unit: anyCharacter }).filter((value) => !value.includes('\0'));

test('PostgreSQL reads every text as it was written', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (values) => {
      expect(await database.sql('SELECT $1::text[] AS values', [textArray(values)])).toEqual([{ values }]);
    }),
    { numRuns: 100 },
  );
});

test('PostgreSQL reads all bytes as they were written', async () => {
  const bytes = fc.uint8Array({ maxLength: 40 }).map((value) => Buffer.from(value));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(bytes)), async (values) => {
      expect(await database.sql('SELECT $1::bytea[] AS values', [bytesArray(values)])).toEqual([{ values }]);
    }),
    { numRuns: 100 },
  );
});

test('PostgreSQL reads every JSON value as it was written', async () => {
  const json = fc.oneof(
    text,
    fc.object({ key: text, values: [text, fc.integer(), fc.boolean(), fc.constant(null)], maxDepth: 2 }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(json), async (values) => {
      expect(
        await database.sql('SELECT ARRAY(SELECT x::json FROM unnest($1::text[]) x) AS values', [jsonArray(values)]),
      ).toEqual([{ values }]);
    }),
    { numRuns: 100 },
  );
});
