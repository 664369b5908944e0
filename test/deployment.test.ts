import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { NODE_ARGUMENTS } from '@workflow/service-runtime';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const TEMPLATES = readdirSync(join(ROOT, 'deploy/helm/templates')).map((name) => `deploy/helm/templates/${name}`);
const SETTINGS = new Set([...text('docs/environment.md').matchAll(/^\| `([A-Z0-9_]+)`/gm)].map(([, name]) => name!));

interface Compose {
  services: Record<string, { command?: string; environment?: Record<string, string>; healthcheck?: object; depends_on?: Record<string, { condition: string }> }>;
}
const compose = parse(text('docker-compose.yml'), { merge: true }) as Compose;
const OURS = ['migrate', 'ingress', 'executor'];

test('compose starts PostgreSQL 18, Redis without eviction, migrations, ingress and executor', () => {
  expect(Object.keys(compose.services).sort()).toEqual(['executor', 'ingress', 'migrate', 'postgres', 'redis']);
  expect(compose.services['redis']!.command).toContain('--maxmemory-policy noeviction');
  expect(text('docker-compose.yml')).toContain('image: postgres:18');
});

test('the image starts Node.js as `pnpm start` does', () => {
  expect(text('deploy/Dockerfile')).toContain(`NODE_OPTIONS=${NODE_ARGUMENTS.join(' ')}\n`);
});

test('the services wait for the migrations', () => {
  for (const name of ['ingress', 'executor']) {
    expect(compose.services[name]!.depends_on).toMatchObject({ migrate: { condition: 'service_completed_successfully' } });
  }
});

test('no secret has a default', () => {
  for (const name of ['POSTGRES_PASSWORD', 'SECRETS_KEY', 'AUTH_SECRET']) {
    expect(text('docker-compose.yml')).toContain(`\${${name}:?`);
    expect(text('docker-compose.yml')).not.toMatch(new RegExp(`\\$\\{${name}(:-|\\})`));
  }
});

test('every variable that compose and chart set is one that a service reads', () => {
  const set = OURS.flatMap((name) => Object.keys(compose.services[name]!.environment ?? {}));
  const inChart = TEMPLATES.flatMap((file) => [...text(file).matchAll(/- \{ name: ([A-Z][A-Z0-9_]+), value/g)].map(([, name]) => name!));
  expect(set.length).toBeGreaterThan(5);
  expect(inChart.length).toBeGreaterThan(3);
  expect([...set, ...inChart].filter((name) => !SETTINGS.has(name))).toEqual([]);
});

test('every program that image, compose and chart run is in the repository', () => {
  const programs = ['deploy/Dockerfile', 'docker-compose.yml', ...TEMPLATES].flatMap((file) => text(file).match(/(?:services|packages)\/[\w/-]+\.ts/g) ?? []);
  expect(programs.length).toBeGreaterThan(5);
  expect(programs.filter((program) => !existsSync(join(ROOT, program)))).toEqual([]);
});

test('the chart’s values and metadata are YAML with what the templates ask for', () => {
  const values = parse(text('deploy/helm/values.yaml')) as Record<string, unknown>;
  expect(parse(text('deploy/helm/Chart.yaml'))).toMatchObject({ apiVersion: 'v2', name: 'workflow-automation' });
  const asked = TEMPLATES.flatMap((file) => [...text(file).matchAll(/\.Values((?:\.\w+)+)/g)].map(([, path]) => path!.slice(1).split('.')));
  expect(asked.length).toBeGreaterThan(10);
  for (const path of asked) expect([path.join('.'), lookUp(values, path) !== undefined]).toEqual([path.join('.'), true]);
});

test('the blocks of every template are balanced', () => {
  for (const file of TEMPLATES) {
    const opened = text(file).match(/\{\{-? *(if|range|with|define) /g)?.length ?? 0;
    expect([file, text(file).match(/\{\{-? *end *-?\}\}/g)?.length ?? 0]).toEqual([file, opened]);
  }
});

function lookUp(values: unknown, path: string[]): unknown {
  return path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], values);
}
