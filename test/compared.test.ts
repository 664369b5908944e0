import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { COMPONENT_TYPES } from '@workflow/components/descriptors';

const ROWS = readFileSync(new URL('../docs/compared.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| n8n |'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

test('docs/compared.md has fifty rows, and names components that there are', () => {
  expect(ROWS.length).toBeGreaterThanOrEqual(50);
  const known = new Set(COMPONENT_TYPES.map(({ type }) => type));
  const named = ROWS.flatMap(([, , , ours = '']) => [...ours.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
  expect(named.filter((name) => !known.has(name))).toEqual([]);
});

test('docs/compared.md names every component type', () => {
  const page = ROWS.map(([, , , ours]) => ours).join();
  expect(COMPONENT_TYPES.map(({ type }) => type).filter((type) => !page.includes(`\`${type}\``))).toEqual([]);
});

test('every row states what is missing, or that nothing is', () => {
  for (const cells of ROWS)
    expect(cells.map((cell) => cell.length > 0)).toEqual([false, true, true, true, true, false]);
});
