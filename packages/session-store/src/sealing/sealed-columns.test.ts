import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { SEALED_COLUMNS } from './sealed-columns.ts';

/** Columns that belong to no organization. One identifies the key, and address-key.ts reseals the other. */
const OF_NOBODY = ['secrets_key_check.sealed', 'address_key.sealed'];
/** Columns that are sealed with the data key of an organization. Only that key is resealed. */
const BY_DATA_KEY = ['session_responses.sealed'];

test('every sealed column of the schema is resealed with a new key', () => {
  const schema = readFileSync(join(import.meta.dirname, '../../../../prisma/schema.prisma'), 'utf8');
  const sealed = schema.split(/^model /m).flatMap((model) => {
    const table = /@@map\("(\w+)"\)/.exec(model)?.[1] ?? '';
    const columns = [...model.matchAll(/^ +(\w*[sS]ealed\w*) +Bytes\b.*$/gm)];
    return columns.map(([line, field]) => `${table}.${/@map\("(\w+)"\)/.exec(line)?.[1] ?? field}`);
  });
  expect(sealed).toContain('secrets.sealed');
  const sealedColumns = SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`);
  expect(sealed.filter((column) => ![...OF_NOBODY, ...BY_DATA_KEY].includes(column)).sort()).toEqual(
    sealedColumns.sort(),
  );
});
