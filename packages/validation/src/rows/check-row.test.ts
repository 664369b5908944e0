import { expect, test } from '@jest/globals';
import { checkWhere } from './check-row.ts';

const columns = [{ key: 'text', type: 'TEXT' as const }];

test('a condition that is larger than any row is refused', () => {
  const text = 'ä'.repeat(100_000);
  expect(checkWhere(columns, { text })).toEqual({ ok: true, row: { text } });
  expect(checkWhere(columns, { text: text + text })).toEqual({
    ok: false,
    problems: ['where has 400011 bytes as JSON, and may have 262144'],
  });
});
