import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import { EXECUTOR_LAYERS, IMPORT_RULES, INGRESS_LAYERS, LAYERS, STORE_LAYERS } from '../scripts/import-rules.ts';

const ROOT = join(import.meta.dirname, '..');

/** A line that breaks each rule, and the file it is planted in. */
const VIOLATIONS: { rule: string; file: string; line: string }[] = [
  { rule: 'workflow-model imports nothing', file: 'packages/workflow-model/src/planted.ts', line: `import 'node:fs';` },
  {
    rule: 'layer of packages/component-catalog',
    file: 'packages/component-catalog/src/planted.ts',
    line: `import '@workflow/validation';`,
  },
  {
    rule: 'layer of packages/validation',
    file: 'packages/validation/src/planted.ts',
    line: `import '@workflow/session-store';`,
  },
  {
    rule: 'layer of packages/postgres-hosts',
    file: 'packages/postgres-hosts/src/planted.ts',
    line: `import '@workflow/session-store';`,
  },
  {
    rule: 'layer of packages/session-store',
    file: 'packages/session-store/src/planted.ts',
    line: `import '@workflow/session-queue';`,
  },
  {
    rule: 'layer of packages/session-queue',
    file: 'packages/session-queue/src/planted.ts',
    line: `import '@workflow/session-store';`,
  },
  {
    rule: 'layer of packages/service-runtime',
    file: 'packages/service-runtime/src/planted.ts',
    line: `import '@workflow/validation';`,
  },
  {
    rule: 'layer of services/ingress',
    file: 'services/ingress/src/planted.ts',
    line: `import '@workflow/local-stack';`,
  },
  {
    rule: 'layer of services/executor',
    file: 'services/executor/src/planted.ts',
    line: `import '@workflow/test-harness';`,
  },
  ...Object.keys(STORE_LAYERS).map((folder) => ({
    rule: `layer of session-store/${folder}`,
    file: `packages/session-store/src/${folder}/planted.ts`,
    line: `import '../open-session-store.ts';`,
  })),
  {
    rule: 'layer of session-store/operations',
    file: 'packages/session-store/src/operations/planted.ts',
    line: `import '../execution/index.ts';`,
  },
  {
    rule: 'layer of session-store/management',
    file: 'packages/session-store/src/management/planted.ts',
    line: `import type { Execution } from '../execution/index.ts'; export type Planted = Execution;`,
  },
  {
    rule: 'no service imports a service',
    file: 'services/ingress/src/planted.ts',
    line: `import '../../executor/src/main.ts';`,
  },
  {
    rule: 'no service imports a service',
    file: 'packages/session-queue/src/planted.test.ts',
    line: `import '../../../services/ingress/src/main.ts';`,
  },
  {
    rule: 'console imports no server package',
    file: 'packages/console/src/planted.tsx',
    line: `import '@workflow/session-store';`,
  },
  {
    rule: 'a package is entered by its index',
    file: 'services/ingress/src/planted.ts',
    line: `import '@workflow/session-store/src/postgres/pool.ts';`,
  },
  {
    rule: 'a package is entered by its index',
    file: 'packages/validation/src/planted.ts',
    line: `import '../../workflow-model/src/definition.ts';`,
  },
  { rule: 'owner of express', file: 'services/executor/src/planted.ts', line: `import 'express';` },
  { rule: 'owner of prisma', file: 'services/ingress/src/planted.ts', line: `import '@prisma/client';` },
  { rule: 'owner of pg', file: 'services/executor/src/planted.ts', line: `import 'pg';` },
  { rule: 'owner of bullmq', file: 'packages/session-store/src/planted.ts', line: `export { Queue } from 'bullmq';` },
  {
    rule: 'owner of bullmq',
    file: 'services/executor/src/planted.ts',
    line: `const redis = await import('ioredis'); redis.toString();`,
  },
  {
    rule: 'owner of ajv',
    file: 'services/ingress/src/planted.ts',
    line: `import type { Schema } from 'ajv'; export type Planted = Schema;`,
  },
  { rule: 'owner of pino', file: 'services/ingress/src/planted.ts', line: `import 'pino';` },
  { rule: 'owner of opentelemetry', file: 'services/ingress/src/planted.ts', line: `import '@opentelemetry/api';` },
  { rule: 'owner of pino-http', file: 'services/executor/src/planted.ts', line: `import 'pino-http';` },
  {
    rule: 'owner of better-auth',
    file: 'services/ingress/src/organization/planted.ts',
    line: `import { hashPassword } from 'better-auth/crypto'; void hashPassword('');`,
  },
  { rule: 'owner of better-auth', file: 'services/executor/src/planted.ts', line: `import 'better-auth';` },
  { rule: 'owner of undici', file: 'services/executor/src/components/planted.ts', line: `import 'undici';` },
  { rule: 'owner of jsonata', file: 'services/executor/src/components/planted.ts', line: `import 'jsonata';` },
  ...Object.keys(INGRESS_LAYERS).map((folder) => ({
    rule: `layer of services/ingress/src/${folder}`,
    file: `services/ingress/src/${folder}/planted.ts`,
    line: `import '../routes.ts';`,
  })),
  {
    rule: 'layer of services/ingress/src/http',
    file: 'services/ingress/src/http/planted.ts',
    line: `import type { Waits } from '../runs/session-waits.ts'; export type Planted = Waits;`,
  },
  {
    rule: 'layer of services/ingress/src/webhooks',
    file: 'services/ingress/src/webhooks/verification/planted.ts',
    line: `import '../../accounts/open-accounts.ts';`,
  },
  {
    rule: 'layer of services/ingress/src/intake',
    file: 'services/ingress/src/intake/planted.ts',
    line: `import '../context.ts';`,
  },
  ...Object.keys(EXECUTOR_LAYERS).map((folder) => ({
    rule: `layer of services/executor/src/${folder}`,
    file: `services/executor/src/${folder}/planted.ts`,
    line: `import '../main.ts';`,
  })),
  {
    rule: 'layer of services/executor/src/components',
    file: 'services/executor/src/components/http/planted.ts',
    line: `import { runSession } from '../../session/run-session.ts'; void runSession;`,
  },
  { rule: 'owner of pino', file: 'services/executor/src/planted.ts', line: `import { pino } from 'pino'; pino();` },
];

/** Rules that are not about imports, by the rule's name in the linter. */
const OTHER_VIOLATIONS: { rule: string; file: string; line: string }[] = [
  { rule: 'no-process-env', file: 'services/ingress/src/planted.ts', line: `export const port = process.env['PORT'];` },
  { rule: 'no-console', file: 'packages/session-queue/src/planted.ts', line: `console.log('here');` },
  {
    rule: 'parameter-properties',
    file: 'services/executor/src/planted.ts',
    line: `export class Planted { constructor(readonly port: number) {} }`,
  },
  {
    rule: 'no-namespace',
    file: 'services/executor/src/planted.ts',
    line: `namespace Planted { export const port = 1; }`,
  },
  // A cycle of types alone counts. These files keep their names, by which they import each other.
  {
    rule: 'no-cycle',
    file: 'services/executor/src/health/cycle-one.ts',
    line: `import type { Two } from './cycle-two.ts'; export interface One { two: Two | null }`,
  },
  {
    rule: 'no-cycle',
    file: 'services/executor/src/health/cycle-two.ts',
    line: `import type { One } from './cycle-one.ts'; export interface Two { one: One | null }`,
  },
  { rule: 'no-explicit-any', file: 'services/executor/src/planted.ts', line: `export const planted: any = 1;` },
];

/** What folders import rightly. */
const LAWFUL: { file: string; line: string }[] = [
  {
    file: 'services/ingress/src/planted.ts',
    line: `import 'express'; import 'pino-http'; import '@workflow/session-store'; import './planted-beside.ts';`,
  },
  {
    file: 'services/ingress/src/accounts/planted.ts',
    line: `import 'better-auth'; import '../context.ts'; import '../http/answer.ts'; import './open-accounts.ts';`,
  },
  { file: 'services/executor/src/components/http/planted.ts', line: `import 'undici';` },
  { file: 'services/executor/src/expressions/planted.ts', line: `import 'jsonata';` },
  { file: 'packages/session-store/src/planted.ts', line: `import 'pg'; import '@workflow/workflow-model';` },
  {
    file: 'packages/session-store/src/intake/planted.ts',
    line: `import '../postgres/sql.ts'; import '../rows/uuidv7-time.ts';`,
  },
  { file: 'packages/workflow-model/src/planted.test.ts', line: `import 'node:fs';` },
];

interface Diagnostic {
  code: string;
  help: string;
  filename: string;
}

/** What the linter says of each planted file, by `nameOf`. */
let said: Map<string, Diagnostic[]>;

/** Many are planted in one folder, each in a file of its own. */
function nameOf(file: string, line: string): string {
  const id = createHash('sha256').update(line).digest('hex').slice(0, 8);
  return file.replace('planted', `planted-${id}`);
}

beforeAll(() => {
  // They are planted in a copy of the folders: the tree that others read stays as it is.
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
    said = Map.groupBy((JSON.parse(stdout) as { diagnostics: Diagnostic[] }).diagnostics, ({ filename }) => filename);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});

test.each(VIOLATIONS)('the lint refuses "$line" in $file: $rule', ({ rule, file, line }) => {
  const { reason } = IMPORT_RULES.find(({ name }) => name === rule)!;
  expect(said.get(nameOf(file, line))?.map(({ help }) => help)).toContain(reason);
});

test.each(OTHER_VIOLATIONS)('the lint refuses "$line" in $file: $rule', ({ rule, file, line }) => {
  expect(said.get(nameOf(file, line))?.map(({ code }) => code)).toEqual(
    expect.arrayContaining([expect.stringContaining(rule)]),
  );
});

test.each(LAWFUL)('the lint allows "$line" in $file', ({ file, line }) => {
  expect(said.get(nameOf(file, line))).toBeUndefined();
});

test('every import rule has a planted violation', () => {
  expect(IMPORT_RULES.length).toBeGreaterThan(0);
  expect(new Set(VIOLATIONS.map(({ rule }) => rule))).toEqual(new Set(IMPORT_RULES.map(({ name }) => name)));
});

test.each([
  ['services/ingress', INGRESS_LAYERS],
  ['services/executor', EXECUTOR_LAYERS],
  ['packages/session-store', STORE_LAYERS],
])('every folder of %s/src has a layer', (owner, layers) => {
  const folders = readdirSync(join(ROOT, owner, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'generated')
    .map(({ name }) => name);
  expect(folders.toSorted()).toEqual(Object.keys(layers).toSorted());
});

test.each(Object.entries(LAYERS))('the README of %s names what it may import', (folder, allowed) => {
  const line = /May import:\*\* (.*)/.exec(readFileSync(join(ROOT, folder, 'README.md'), 'utf8'))?.[1] ?? '';
  expect([...line.matchAll(/`([^`]+)`/g)].map(([, name]) => name)).toEqual(allowed);
});

test('exceptions are listed in the configuration of the linter, none beside the code', () => {
  const { stdout } = spawnSync('git', ['grep', '-lE', '(oxlint|eslint)-disable', '--', '*.ts', '*.tsx'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  expect(stdout.split('\n').filter((file) => file !== '' && file !== 'test/import-rules.test.ts')).toEqual([]);
});
