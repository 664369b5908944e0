import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const SOURCES = join(import.meta.dirname, '../../packages/console/src');
const MANTINE = join(import.meta.dirname, '../../packages/console/node_modules/@mantine/core');

/** Of each component of Mantine that the console imports: the texts of the files that do. */
function importers(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync('**/*.tsx', { cwd: SOURCES })) {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    for (const [, list = ''] of text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g))
      for (const name of list.split(',')) found.set(name.trim(), [...(found.get(name.trim()) ?? []), text]);
  }
  return found;
}

/** With those that it is built of: a dialog is drawn on a Paper. */
function withParts(name: string): Set<string> {
  const all = new Set([name]);
  for (const one of all)
    for (const file of globSync(`esm/components/${one}/**/*.mjs`, { cwd: MANTINE })) {
      const text = readFileSync(join(MANTINE, file), 'utf8');
      for (const [, part = ''] of text.matchAll(/from "(?:\.\.\/)+(\w+)\/\1\.mjs"/g))
        if (existsSync(join(MANTINE, 'esm/components', part))) all.add(part);
    }
  return all;
}

test('the style sheets of all of Mantine that is shown are imported, for every page or where it is used', () => {
  const everywhere = readFileSync(join(SOURCES, 'theme/mantine-styles.ts'), 'utf8');
  const missing: string[] = [];
  const shown = new Set<string>();
  for (const [name, texts] of importers())
    for (const part of withParts(name)) {
      shown.add(part);
      const isThere = (text: string) => text.includes(`/${part}.css'`);
      if (!existsSync(join(MANTINE, `styles/${part}.css`)) || isThere(everywhere) || texts.every(isThere)) continue;
      missing.push(`${part} of ${name}`);
    }
  expect(shown).toContain('Paper');
  expect(missing).toEqual([]);
});
