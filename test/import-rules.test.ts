import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import {
  ACCOUNTS_LAYERS,
  CONSOLE_LAYERS,
  EXECUTOR_LAYERS,
  EXPRESSIONS_LAYERS,
  HTTP_LAYERS,
  IMPORT_RULES,
  INGRESS_LAYERS,
  LAYERS,
  OUTBOUND_LAYERS,
  SANDBOX_LAYERS,
  STORE_LAYERS,
} from '../scripts/import-rules.ts';
import { ENGINE_IMPORTS, STORE_ENGINE, STORE_KERNEL, STORE_ORGANIZATION } from '../scripts/import-layers.ts';
import { LAWFUL, OTHER_VIOLATIONS, VIOLATIONS } from './planted-imports.ts';

const ROOT = join(import.meta.dirname, '..');

interface Diagnostic {
  code: string;
  help: string;
  filename: string;
}

/** The linter's messages for each planted file, by `nameOf`. */
let diagnostics: Map<string, Diagnostic[]>;

/** Returns a file name for the line, because many lines are planted in one folder. */
function nameOf(file: string, line: string): string {
  const id = createHash('sha256').update(line).digest('hex').slice(0, 8);
  return file.replace('planted', `planted-${id}`);
}

beforeAll(() => {
  // The lines are planted in a copy of the folders, so the real tree is unchanged.
  const copy = mkdtempSync(join(tmpdir(), 'workflow-lint-'));
  try {
    for (const file of ['oxlint.config.ts', 'scripts', 'node_modules', 'package.json'])
      symlinkSync(join(ROOT, file), join(copy, file));
    for (const { file, line } of [...VIOLATIONS, ...OTHER_VIOLATIONS, ...LAWFUL]) {
      const path = join(copy, nameOf(file, line));
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, `${line}\n`);
    }
    const { stdout } = spawnSync('oxlint', ['--deny-warnings', '--format', 'json', '.'], {
      cwd: copy,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    diagnostics = Map.groupBy(
      (JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics,
      ({ filename }) => filename,
    );
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

test.each(VIOLATIONS)('the lint refuses "$line" in $file: $rule', ({ rule, file, line }) => {
  const { reason } = IMPORT_RULES.find(({ name }) => name === rule)!;
  expect(diagnostics.get(nameOf(file, line))?.map(({ help }) => help)).toContain(reason);
});

test.each(OTHER_VIOLATIONS)('the lint refuses "$line" in $file: $rule', ({ rule, file, line }) => {
  expect(diagnostics.get(nameOf(file, line))?.map(({ code }) => code)).toEqual(
    expect.arrayContaining([expect.stringContaining(rule)]),
  );
});

test.each(LAWFUL)('the lint allows "$line" in $file', ({ file, line }) => {
  expect(diagnostics.get(nameOf(file, line))).toBeUndefined();
});

test('every import rule has a planted violation', () => {
  expect(IMPORT_RULES.length).toBeGreaterThan(0);
  expect(new Set(VIOLATIONS.map(({ rule }) => rule))).toEqual(new Set(IMPORT_RULES.map(({ name }) => name)));
});

test.each([
  ['services/ingress/src', INGRESS_LAYERS],
  ['services/ingress/src/http', HTTP_LAYERS],
  ['services/ingress/src/accounts', ACCOUNTS_LAYERS],
  ['services/executor/src', EXECUTOR_LAYERS],
  ['packages/expressions/src', EXPRESSIONS_LAYERS],
  ['packages/outbound/src', OUTBOUND_LAYERS],
  ['packages/sandbox/src', SANDBOX_LAYERS],
  ['packages/session-store/src', STORE_LAYERS],
  ['packages/console/src', CONSOLE_LAYERS],
])('every folder of %s has a layer', (owner, layers) => {
  const folders = readdirSync(join(ROOT, owner), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'generated')
    .map(({ name }) => name);
  expect(folders.toSorted()).toEqual(Object.keys(layers).toSorted());
});

test.each([
  ['the kernel', STORE_KERNEL, [STORE_KERNEL]],
  ['an organization', STORE_ORGANIZATION, [STORE_KERNEL, STORE_ORGANIZATION]],
])('no folder of %s in session-store imports a group above it', (_group, layers, allowed) => {
  const folders = ['generated', ...allowed.flatMap((group) => Object.keys(group))];
  expect(
    Object.values(layers)
      .flat()
      .filter((name) => !folders.includes(name)),
  ).toEqual([]);
});

test('a folder of session-store is in one group', () => {
  const folders = [STORE_KERNEL, STORE_ORGANIZATION, STORE_ENGINE].flatMap((group) => Object.keys(group));
  expect(folders.toSorted()).toEqual(Object.keys(STORE_LAYERS).toSorted());
});

test.each(ENGINE_IMPORTS)('$folder of session-store imports $imports of the engine: $reason', ({ folder, imports }) => {
  expect([Object.keys(STORE_ORGANIZATION), Object.keys(STORE_ENGINE)]).toEqual([
    expect.arrayContaining([folder]),
    expect.arrayContaining([imports]),
  ]);
  const { stdout } = spawnSync(
    'git',
    ['grep', '-lF', `from '../${imports}/`, '--', `packages/session-store/src/${folder}`, ':!*.test.ts'],
    { cwd: ROOT, encoding: 'utf8' },
  );
  expect(stdout).not.toBe('');
});

test('few folders of an organization import the engine', () => {
  expect(ENGINE_IMPORTS.length).toBeLessThanOrEqual(6);
});

test.each(Object.entries(LAYERS))('the README of %s names what it may import', (folder, allowed) => {
  const line = /May import:\*\* (.*)/.exec(readFileSync(join(ROOT, folder, 'README.md'), 'utf8'))?.[1] ?? '';
  expect([...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual(allowed);
});

test('exceptions are listed in the configuration of the linter, none in the code', () => {
  const { stdout } = spawnSync('git', ['grep', '-lE', '(oxlint|eslint)-disable', '--', '*.ts', '*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stdout.split('\n').filter((file) => file !== '' && file !== 'test/import-rules.test.ts')).toEqual([]);
});
