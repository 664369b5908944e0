import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from '@jest/globals';

const SOURCES = join(import.meta.dirname, '../../packages/console/src');
const COMPONENTS = join(import.meta.dirname, '../../packages/console/node_modules/@mantine/core/esm/components');
/** `Checkbox.Card` and `Checkbox.Indicator` are part of `Checkbox`, but the console does not use them. */
const NOT_SHOWN = new Set(['CheckboxCard', 'CheckboxIndicator']);

/** Returns, for each component of Mantine that the console imports, the texts of the files that import it. */
function importers(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of globSync('**/*.tsx', { cwd: SOURCES })) {
    const text = readFileSync(join(SOURCES, file), 'utf8');
    for (const [, list = ''] of text.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g))
      for (const name of list.split(',')) found.set(name.trim(), [...(found.get(name.trim()) ?? []), text]);
  }
  return found;
}

/** Returns the style sheets of a component and of its parts: a native select has the arrow of a Combobox. */
function sheetsOf(component: string): string[] {
  const files = new Set([join(COMPONENTS, component, `${component}.mjs`)]);
  for (const file of files)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g))
      files.add(join(file, '..', path));
  const classNames = [...files].filter((file) => file.endsWith('.module.mjs'));
  return classNames.map((file) => basename(file, '.module.mjs')).filter((name) => !NOT_SHOWN.has(name));
}

test('the style sheets of all of Mantine that is shown are imported, for every page or where it is used', () => {
  const everywhere = readFileSync(join(SOURCES, 'theme/mantine-styles.ts'), 'utf8');
  const shown = new Set<string>();
  const missing: string[] = [];
  for (const [name, texts] of importers()) {
    // It is a hook or a type.
    if (!existsSync(join(COMPONENTS, name, `${name}.mjs`))) continue;
    for (const sheet of sheetsOf(name)) {
      shown.add(sheet);
      const isIn = (text: string) => text.includes(`/${sheet}.layer.css'`);
      if (!isIn(everywhere) && !texts.every(isIn)) missing.push(`${sheet} of ${name}`);
    }
  }
  expect([...shown]).toEqual(expect.arrayContaining(['Paper', 'Combobox', 'InlineInput']));
  expect(missing).toEqual([]);
});
