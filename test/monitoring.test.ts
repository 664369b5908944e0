import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

const ROOT = join(import.meta.dirname, '..');
const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

interface Rule {
  alert?: string;
  expr: string;
  labels?: { severity: string };
  annotations?: { summary: string; runbook: string };
}
interface Dashboard {
  uid: string;
  panels: { title: string; targets: { expr: string }[] }[];
}
const { groups } = parse(text('deploy/prometheus/rules.yaml')) as { groups: { rules: Rule[] }[] };
const alerts = groups.flatMap(({ rules }) => rules).filter(({ alert }) => alert !== undefined);
const dashboards = readdirSync(join(ROOT, 'deploy/grafana/dashboards')).map((file) => ({
  file,
  content: JSON.parse(text(`deploy/grafana/dashboards/${file}`)) as Dashboard,
}));
const queries = [
  ...groups.flatMap(({ rules }) => rules.map(({ expr }) => expr)),
  ...dashboards.flatMap(({ content }) => content.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr))),
];

/** Returns the names of metrics in the sources of services and packages. */
function metricsInCode(): Set<string> {
  const files = ['services', 'packages'].flatMap((folder) =>
    readdirSync(join(ROOT, folder)).flatMap((name) =>
      readdirSync(join(ROOT, folder, name, 'src'), { recursive: true, encoding: 'utf8' })
        .filter((file) => file.endsWith('.ts') && !/generated|\.test\.ts$/.test(file))
        .map((file) => join(folder, name, 'src', file)),
    ),
  );
  return new Set(files.flatMap((file) => [...text(file).matchAll(/'(workflow_\w+)'/g)].map(([, name]) => name!)));
}

const inCode = metricsInCode();
const coming = new Set((JSON.parse(text('test/outside/coming-names.json')) as { metrics: string[] }).metrics);

test('there are dashboards of overview, tenants, executors, PostgreSQL and Redis', () => {
  expect(dashboards.map(({ file }) => file).sort()).toEqual([
    'executors.json',
    'overview.json',
    'postgresql.json',
    'redis.json',
    'tenants.json',
  ]);
  expect(new Set(dashboards.map(({ content }) => content.uid)).size).toBe(dashboards.length);
});

test('every metric of ours that a dashboard or an alert asks for is provided', () => {
  const asked = queries.flatMap((query) => query.match(/\bworkflow_\w+/g) ?? []);
  const names = asked.map((name) => name.replace(/(?<=_seconds|_size)_(?:bucket|count|sum)$/, ''));
  expect(inCode.size).toBeGreaterThan(20);
  expect(names.length).toBeGreaterThan(50);
  expect([...new Set(names)].filter((name) => !inCode.has(name) && !coming.has(name))).toEqual([]);
});

test('other metrics are those of the process, of postgres_exporter and of redis_exporter', () => {
  const selected = queries.flatMap((query) => [...query.matchAll(/\b([a-z]\w*)\{/g)].map(([, name]) => name!));
  expect(selected.length).toBeGreaterThan(50);
  expect(selected.filter((name) => !/^(workflow|process|pg|redis)_/.test(name))).toEqual([]);
});

test('every alert has a severity, a summary, a test, and instructions in docs/operations.md', () => {
  const headings = new Set([...text('docs/operations.md').matchAll(/^#### (\w+)$/gm)].map(([, name]) => name!));
  const { tests } = parse(text('deploy/prometheus/rules.test.yaml')) as { tests: { name: string }[] };
  const tested = new Set(tests.map(({ name }) => name));
  expect(alerts.length).toBeGreaterThan(15);
  for (const { alert, labels, annotations } of alerts) {
    expect(['info', 'warning', 'critical']).toContain(labels?.severity);
    expect(annotations?.summary).toMatch(/\S/);
    expect(annotations?.runbook).toBe(`docs/operations.md#${alert!.toLowerCase()}`);
    expect([alert, headings.has(alert!), tested.has(alert!)]).toEqual([alert, true, true]);
  }
  expect([...headings].sort()).toEqual(alerts.map(({ alert }) => alert!).sort());
});
