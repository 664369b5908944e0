import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { COMPONENT_TYPES } from '@workflow/components/descriptors';
import { RECORDS } from '@workflow/components/records';
import { COMPONENT_TYPE_NAMES } from '../packages/components/src/types.ts';
import { generateComponents } from '../scripts/component-modules.ts';

const SOURCES = join(import.meta.dirname, '../packages/components/src');
const SECTIONS = join(import.meta.dirname, '../packages/console/src/pages/workflow-editor/panel/triggers');
const NAMES = ['delay', 'output'];

let copy: string;

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'workflow-components-'));
  for (const name of NAMES) cpSync(join(SOURCES, name), join(copy, name), { recursive: true });
  writeFileSync(join(copy, 'types.ts'), `export type ComponentTypeName = 'delay' | 'output';\n`);
});
afterEach(() => rmSync(copy, { recursive: true, force: true }));

/**
 * Returns the compiler's messages about the lists. It cannot find the kit from the copy; those messages are omitted.
 */
function compile(): string {
  const { stdout } = spawnSync(
    'tsc',
    [
      '--noEmit',
      '--allowImportingTsExtensions',
      '--module',
      'NodeNext',
      'generated/descriptors.ts',
      'generated/runners.ts',
    ],
    { cwd: copy, encoding: 'utf8' },
  );
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('generated/') && !line.includes('@workflow/'))
    .join('\n');
}

test.each(['docs.md', 'example.json', 'icon.svg'])(
  'a type without %s stops the generation, which names both',
  (file) => {
    rmSync(join(copy, 'delay', file));
    expect(() => generateComponents(NAMES, copy, copy)).toThrow(`the component type delay has no ${file}`);
  },
);

test.each([
  ['descriptor.ts', 'generated/descriptors.ts'],
  ['run.ts', 'generated/runners.ts'],
])('a type without %s does not compile', (file, module) => {
  generateComponents(NAMES, copy, copy);
  expect(compile()).toBe('');
  rmSync(join(copy, 'delay', file));
  expect(compile()).toContain(`${module}(`);
  expect(compile()).toContain(`Cannot find module '../delay/${file}'`);
});

test('a name that the list lacks does not compile', () => {
  generateComponents(['delay'], copy, copy);
  expect(compile()).toContain(`Property 'output' is missing`);
});

/** Returns true for a trigger that only passes on what started the session: its code and tests are in the kit. */
const hasNoCode = (type: string): boolean =>
  readFileSync(join(SOURCES, type, 'run.ts'), 'utf8').includes('export { triggerRunner as runner }');

test('each type that has code has a test in its folder', () => {
  const untested = COMPONENT_TYPE_NAMES.filter(
    (type) =>
      !hasNoCode(type) &&
      !readdirSync(join(SOURCES, type), { recursive: true }).some((file) => String(file).endsWith('.test.ts')),
  );
  expect(untested).toEqual([]);
});

test('each trigger that starts sessions names them in its own folder', () => {
  const declared = COMPONENT_TYPES.map(({ type, trigger }) => [type, trigger?.sessions ?? null]);
  const named = COMPONENT_TYPE_NAMES.map((type) => {
    const file = join(SOURCES, type, 'session-trigger.json');
    return [type, existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { code: string }).code : null];
  });
  expect(named).toEqual(declared);
});

test('each trigger with rows of its own writes them, and no other type does', () => {
  const keeping = COMPONENT_TYPES.filter(({ trigger }) => trigger?.keeps.some((kind) => kind !== 'public-page'));
  // The API shows no rows of `error`, so its descriptor names no kind of them.
  expect([...RECORDS.keys()].toSorted()).toEqual([...keeping.map(({ type }) => type), 'error'].toSorted());
});

test('each section of the console belongs to a trigger', () => {
  const triggers = COMPONENT_TYPES.filter(({ isTrigger }) => isTrigger).map(({ type }) => type);
  const folders = readdirSync(SECTIONS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders).not.toEqual([]);
  for (const { name } of folders) expect(triggers).toContain(name);
});
