import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

/** The changelog, the packages and the chart name the same release, and the changelog of a release is short. */

const ROOT = join(import.meta.dirname, '..');
const MAX_LINES_PER_RELEASE = 60;

const text = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Returns the sections of CHANGELOG.md, newest first, each with its title and the number of its lines. */
function sections(): { title: string; lines: number }[] {
  const [, ...parts] = text('CHANGELOG.md').split(/^## /m);
  return parts.map((part) => ({ title: part.split('\n')[0]!, lines: part.trimEnd().split('\n').length }));
}

test('the newest release of the changelog is the version of every package and of the chart', () => {
  const [unreleased, newest] = sections();
  expect(unreleased!.title).toBe('[Unreleased]');
  const version = /^\[(\d+\.\d+\.\d+)\] - \d{4}-\d{2}-\d{2}$/.exec(newest!.title)?.[1];
  const chart = parse(text('deploy/helm/Chart.yaml')) as { version: string; appVersion: string };
  const packages = ['package.json', ...globSync('{packages,services}/*/package.json', { cwd: ROOT })];
  expect(packages.length).toBeGreaterThan(20);
  const versions = packages.map((file) => [file, (JSON.parse(text(file)) as { version: string }).version]);
  expect(versions.filter(([, other]) => other !== version)).toEqual([]);
  expect([chart.version, chart.appVersion]).toEqual([version, version]);
});

test('the changelog has at most 60 lines for each release', () => {
  expect(sections().filter(({ lines }) => lines > MAX_LINES_PER_RELEASE)).toEqual([]);
});
