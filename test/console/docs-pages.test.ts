import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { addressOf, FIXED_PAGES } from '../../packages/console/src/names/fixed-pages.ts';
import { type ConsolePage, PAGES } from '../../packages/console/src/names/pages.ts';

const DOCS = join(import.meta.dirname, '../../docs/console.md');

test('docs/console.md lists exactly the pages that there are', () => {
  const section = readFileSync(DOCS, 'utf8').split('\n## ')[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const documented = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, path]) => path),
  );
  const written = ({ path }: ConsolePage) => path.replaceAll(/:(\w+\??)/g, '{$1}');
  const pages = new Set([...Object.values<ConsolePage>(PAGES), ...FIXED_PAGES].map(written));
  // The same page is listed with a tab.
  pages.delete('/settings');
  expect(documented.toSorted()).toEqual([...pages].toSorted());
});

test('addresses have the values of their parameters', () => {
  expect(addressOf('/settings/:tab?', {})).toBe('/settings');
  expect(addressOf('/settings/:tab?', { tab: 'secrets' })).toBe('/settings/secrets');
  expect(addressOf('/tables/:tableName', { tableName: 'a/b' })).toBe('/tables/a%2Fb');
  expect(() => addressOf('/sessions/:sessionId', {})).toThrow('sessionId');
});
