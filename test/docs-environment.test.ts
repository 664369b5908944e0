import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { FILE_VARIABLES } from '@workflow/service-runtime';

const ROOT = join(import.meta.dirname, '..');
const READ =
  /\b(?:reader|read)\.(?:string|integer|flag|url|bytes|list)\(\s*'([A-Z][A-Z0-9_]*)'(?:,\s*\{([^}]*)\})?|\benv\[?\.?'([A-Z][A-Z0-9_]*)'\]/g;
/** Variables of the operating system, and those that the test run passes to its own processes. */
const NOT_SETTINGS = new Set(['PATH', 'HOME', 'JEST_WORKER_ID', 'TEST_SERVER_BROKER_URL', 'TEST_REDIS_AVAILABLE']);

interface Reading {
  name: string;
  file: string;
  /** The default if it is a literal number or text. undefined: there is none, or it is an expression. */
  default: string | undefined;
}

function* sources(folder: string): Generator<string> {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (['node_modules', 'generated', 'dist', 'test'].includes(name)) continue;
    if (statSync(path).isDirectory()) yield* sources(path);
    else if (/\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)) yield path;
  }
}

function readings(): Reading[] {
  const found: Reading[] = [];
  for (const folder of ['services', 'packages']) {
    for (const file of sources(join(ROOT, folder))) {
      // Variables of the command line are in its README, because it is not a service.
      if (/packages\/(console|cli)\//.test(file)) continue;
      for (const [, name, rules, plain] of readFileSync(file, 'utf8').matchAll(READ)) {
        found.push({ name: (name ?? plain)!, file, default: literalDefault(rules) });
      }
    }
  }
  return found.filter(({ name }) => !NOT_SETTINGS.has(name));
}

function literalDefault(rules = ''): string | undefined {
  const [, number, text] = /default: (?:([\d_]+)(?=,|\s*$)|'([^']*)')/.exec(rules) ?? [];
  return number?.replaceAll('_', '') ?? text;
}

function documented(): Map<string, { default: string; readBy: string }> {
  const rows = readFileSync(join(ROOT, 'docs/environment.md'), 'utf8').matchAll(
    /^\| `([A-Z0-9_]+)` \| (.*?) \| (.*?) \| .+ \|$/gm,
  );
  return new Map([...rows].map(([, name, value, readBy]) => [name!, { default: value!, readBy: readBy! }]));
}

function bothServices(name: string): { name: string; service: string }[] {
  return ['ingress', 'executor'].map((service) => ({ name, service }));
}

const read = readings();
const table = documented();

test('variables are found in both services, so the comparison is not empty', () => {
  for (const service of ['ingress', 'executor']) {
    expect(read.filter(({ file }) => file.includes(`services/${service}/`)).length).toBeGreaterThan(10);
  }
  expect(table.size).toBeGreaterThan(40);
});

test('docs/environment.md lists exactly the variables that are read', () => {
  const files = [...FILE_VARIABLES].map((name) => `${name}_FILE`);
  expect([...table.keys()].sort()).toEqual([...new Set([...read.map(({ name }) => name), ...files])].sort());
});

test('the table is sorted by name', () => {
  expect([...table.keys()]).toEqual([...table.keys()].sort());
});

test('the table names the service that reads a variable', () => {
  const byServices = read.flatMap(({ name, file }) => {
    // Settings that both services read in the same way.
    if (/packages\/service-runtime\/src\/(service-config|redis-address|tracing\/tracing-config)\.ts$/.test(file))
      return bothServices(name);
    const service = /services\/(ingress|executor)\//.exec(file)?.[1];
    return service === undefined ? [] : [{ name, service }];
  });
  for (const { name, service } of byServices)
    expect([name, table.get(name)?.readBy]).toEqual([name, expect.stringContaining(service)]);
});

test('the table shows the defaults of the code', () => {
  const literal = read.filter(
    (reading) =>
      reading.default !== undefined && /services\/|service-runtime\//.test(reading.file) && reading.default !== '',
  );
  expect(literal.length).toBeGreaterThan(20);
  for (const { name, default: value } of literal)
    expect([name, table.get(name)?.default]).toEqual([name, expect.stringContaining(value!)]);
});
