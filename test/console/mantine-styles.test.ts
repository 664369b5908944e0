import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const SOURCES = join(import.meta.dirname, '../../packages/console/src');
const MANTINE = join(import.meta.dirname, '../../packages/console/node_modules/@mantine/core');

/** Mantine's components that the console imports. */
function importedComponents(): Set<string> {
  const names = new Set<string>();
  for (const file of globSync('**/*.tsx', { cwd: SOURCES })) {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    for (const [, list = ''] of text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g))
      for (const name of list.split(',')) names.add(name.trim());
  }
  return names;
}

/** With those that they are built of: a dialog is drawn on a Paper. */
function withParts(names: Set<string>): Set<string> {
  const all = new Set(names);
  for (const name of all)
    for (const file of globSync(`esm/components/${name}/**/*.mjs`, { cwd: MANTINE })) {
      const text = readFileSync(join(MANTINE, file), 'utf8');
      for (const [, part = ''] of text.matchAll(/from "(?:\.\.\/)+(\w+)\/\1\.mjs"/g))
        if (existsSync(join(MANTINE, 'esm/components', part))) all.add(part);
    }
  return all;
}

test('the style sheets of all of Mantine that is shown are imported', () => {
  const shown = withParts(importedComponents());
  const imported = readFileSync(join(SOURCES, 'theme/mantine-styles.ts'), 'utf8');
  const missing = [...shown].filter(
    (name) => existsSync(join(MANTINE, `styles/${name}.css`)) && !imported.includes(`/${name}.css'`),
  );
  expect(shown).toContain('Paper');
  expect(missing).toEqual([]);
});
