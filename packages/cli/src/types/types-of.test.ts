import { expect, test } from '@jest/globals';
import type { Schemas } from '@workflow/client';
import { typesOf } from './types-of.ts';

/** Returns the lines of the file for a workflow with these placeholders, without indentation. */
function linesOf(placeholders: Schemas['Field'][]): string[] {
  const [id, componentId] = ['0197a000-0000-7000-8000-000000000000', '0197a000-0000-7000-8000-000000000001'];
  const trigger = { componentId, type: 'input', startedByCallers: true, placeholders };
  const written = typesOf([{ id, name: 'Pay', description: '', version: 1, triggers: [trigger] }]);
  return written.split('\n').map((line) => line.trim());
}

test('each field of a sensitive object is described as sensitive', () => {
  const card: Schemas['Field'] = {
    key: 'card',
    type: 'OBJECT',
    sensitive: true,
    fields: [
      { key: 'number', type: 'TEXT' },
      { key: 'owner', type: 'OBJECT', fields: [{ key: 'name', type: 'TEXT', optional: true }] },
    ],
  };
  const lines = linesOf([card, { key: 'total', type: 'NUMBER' }]);
  const remark = '/** Sensitive: sealed at rest and shown as •••. */';
  expect(lines[lines.indexOf('"card.number": string;') - 1]).toBe(remark);
  expect(lines[lines.indexOf('"card.owner.name"?: string;') - 1]).toBe(remark);
  expect(lines[lines.indexOf('"total": number;') - 1]).not.toBe(remark);
});
