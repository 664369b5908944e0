import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { CREDENTIAL_TYPES } from './descriptors.ts';

test('docs/credentials.md has a row for every type', () => {
  const page = readFileSync(new URL('../../../docs/credentials.md', import.meta.url), 'utf8');
  const [, types = ''] = /^## Types$(.*?)^## /ms.exec(page) ?? [];
  const documented = [...types.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(
    ([, names = '']) => names.match(/[\w-]+/g) ?? [],
  );
  expect(documented.toSorted()).toEqual(CREDENTIAL_TYPES.map(({ type }) => type).toSorted());
});
