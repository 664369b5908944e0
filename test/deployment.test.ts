import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { PROGRAMS } from '@workflow/service-bundles';
import { NODE_ARGUMENTS } from '@workflow/service-runtime';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const TEMPLATES = readdirSync(join(ROOT, 'deploy/helm/templates'), { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.(?:yaml|tpl|txt)$/.test(name))
  .map((name) => `deploy/helm/templates/${name}`);
const SETTINGS = new Set([...text('docs/environment.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name!));

interface Service {
  image?: string;
  command?: string;
  environment?: Record<string, string>;
  healthcheck?: object;
  depends_on?: Record<string, { condition: string }>;
  profiles?: string[];
  init?: boolean;
  read_only?: boolean;
  mem_limit?: string;
  logging?: { options?: Record<string, string> };
}
const compose = parse(text('docker-compose.yml'), { merge: true }) as { services: Record<string, Service> };
const OURS = ['migrate', 'ingress', 'executor', 'executor-long'];
/** Settings that the services will read soon. */
const FUTURE = new Set((JSON.parse(text('test/outside/coming-names.json')) as { settings: string[] }).settings);

test('compose starts PostgreSQL 18, Redis without eviction, migrations, ingress and executor', () => {
  const services = Object.entries(compose.services);
  const always = services.filter(([, { profiles }]) => profiles === undefined).map(([name]) => name);
  expect(always.sort()).toEqual(['executor', 'ingress', 'migrate', 'postgres', 'redis']);
  expect(compose.services['redis']!.command).toContain('--maxmemory-policy noeviction');
  expect(compose.services['postgres']!.image).toBe('postgres:18');
});

test('compose has Prometheus with Grafana, a second executor pool, and Redis with Sentinels, in profiles', () => {
  const inProfile = (profile: string): string[] =>
    Object.entries(compose.services)
      .filter(([, { profiles }]) => profiles?.includes(profile))
      .map(([name]) => name);
  expect(inProfile('monitoring')).toEqual(['prometheus', 'grafana']);
  expect(inProfile('pool')).toEqual(['executor-long']);
  expect(inProfile('sentinel')).toEqual(['redis-replica', 'sentinel-1', 'sentinel-2', 'sentinel-3']);
});

test('every container has an init, a memory limit and rotated logs; only PostgreSQL writes to its own', () => {
  for (const [name, service] of Object.entries(compose.services)) {
    expect([name, service.init, service.mem_limit]).toEqual([name, true, expect.stringMatching(/^\d+[mg]$/)]);
    expect(Object.keys(service.logging?.options ?? {}).sort()).toEqual(['max-file', 'max-size']);
    expect([name, service.read_only ?? false]).toEqual([name, name !== 'postgres']);
  }
});

test('the image starts Node.js as `pnpm start` does, in the same version', () => {
  const { devDependencies } = JSON.parse(text('package.json')) as { devDependencies: Record<string, string> };
  expect(text('deploy/Dockerfile')).toContain(`NODE_OPTIONS="${NODE_ARGUMENTS.join(' ')}"\n`);
  const bases = [...text('deploy/Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases)).toEqual(new Set([`node:${devDependencies['node']}-bookworm-slim`]));
});

test('the image has an entry point that passes signals on, and a user by number who is not root', () => {
  expect(text('deploy/Dockerfile')).toContain('ENTRYPOINT ["/usr/bin/tini", "-s", "--"]');
  expect(text('deploy/Dockerfile')).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
});

test('the services wait for the migrations', () => {
  for (const name of ['ingress', 'executor']) {
    expect(compose.services[name]!.depends_on).toMatchObject({
      migrate: { condition: 'service_completed_successfully' },
    });
  }
});

test('no secret has a default', () => {
  for (const name of ['POSTGRES_PASSWORD', 'SECRETS_KEY', 'AUTH_SECRET']) {
    expect(text('docker-compose.yml')).toContain(`\${${name}:?`);
    expect(text('docker-compose.yml')).not.toMatch(new RegExp(`\\$\\{${name}(:-|\\})`));
  }
});

test('every variable that compose sets is one that a service reads', () => {
  const set = OURS.flatMap((name) => Object.keys(compose.services[name]!.environment ?? {}));
  expect(set.length).toBeGreaterThan(5);
  expect(set.filter((name) => !SETTINGS.has(name) && !FUTURE.has(name))).toEqual([]);
});

test('every program that image, compose and chart run is one that is bundled, or in the repository', () => {
  const bundled = new Set(Object.values(PROGRAMS));
  const programs = ['deploy/Dockerfile', 'docker-compose.yml', ...TEMPLATES].flatMap(
    (file) => text(file).match(/(?:services|packages)\/[\w/-]+\.[tj]s/g) ?? [],
  );
  expect(programs.length).toBeGreaterThan(5);
  const isThere = (path: string): boolean => bundled.has(path) || (path.endsWith('.ts') && existsSync(path));
  expect(programs.filter((program) => !isThere(join(ROOT, program)))).toEqual([]);
});

test('the chart’s values and metadata are YAML with what the templates ask for', () => {
  const values = parse(text('deploy/helm/values.yaml')) as Record<string, unknown>;
  expect(parse(text('deploy/helm/Chart.yaml'))).toMatchObject({ apiVersion: 'v2', name: 'workflow-automation' });
  const asked = TEMPLATES.flatMap((file) =>
    [...text(file).matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path]) => path!.slice(1).split('.')),
  );
  expect(asked.length).toBeGreaterThan(10);
  for (const path of asked)
    expect([path.join('.'), lookUp(values, path) !== undefined]).toEqual([path.join('.'), true]);
});

function lookUp(values: unknown, path: string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
}
