import { spawnSync } from 'node:child_process';
import { existsSync, globSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Tests that no import leads to, because they start the services as processes or read files: prefix of a change, and
 * tests.
 */
const TESTS_WITHOUT_IMPORTS: readonly { change: string; tests: string }[] = [
  { change: 'packages/console/', tests: 'test/console/*.test.ts' },
  { change: 'packages/local-stack/', tests: 'test/system/{local-start*,readme-commands}.test.ts' },
  { change: 'services/', tests: 'test/{contract,security,system}/*.test.ts' },
  { change: 'packages/session-', tests: 'test/{contract,system}/*.test.ts' },
  { change: 'packages/service-bundles/', tests: 'test/system/*.test.ts' },
  { change: 'packages/validation/', tests: 'test/contract/*.test.ts' },
  { change: 'packages/service-runtime/', tests: 'test/{*,system/*}.test.ts' },
  { change: 'prisma/', tests: '{packages/session-store,test/contract}/**/*.test.ts' },
  { change: 'docs/', tests: 'test/*.test.ts' },
  { change: 'deploy/', tests: 'test/deployment.test.ts' },
  { change: 'scripts/', tests: 'test/*.test.ts' },
  { change: 'README.md', tests: 'test/{*,system/readme-commands}.test.ts' },
  { change: 'docs/tour.md', tests: 'test/system/readme-commands.test.ts' },
];

/** Returns the files that differ from `main` (from HEAD if there is no `main`), including uncommitted changes. */
export function changedFiles(root: string): string[] {
  const hasMain = git(root, ['rev-parse', '--verify', '--quiet', 'main']).length > 0;
  const base = hasMain ? git(root, ['merge-base', 'main', 'HEAD'])[0]! : 'HEAD';
  return [
    ...git(root, ['diff', '--name-only', '--relative', base]),
    ...git(root, ['ls-files', '--others', '--exclude-standard']),
  ];
}

/** Returns the changed sources and the tests that no import of them leads to, for Jest's `--findRelatedTests`. */
export function filesToTest(changed: string[], root: string): string[] {
  const sources = changed.filter((file) => /\.tsx?$/.test(file) && existsSync(join(root, file)));
  const tests = TESTS_WITHOUT_IMPORTS.filter(({ change }) => changed.some((file) => file.startsWith(change)));
  return [...new Set([...sources, ...tests.flatMap(({ tests: pattern }) => globSync(pattern, { cwd: root }))])];
}

function git(root: string, args: string[]): string[] {
  const { stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  return stdout.split('\n').filter((line) => line !== '');
}
