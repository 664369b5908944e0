import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { checkArguments } from '@workflow/apps';
import { readSource } from '@workflow/apps/readers';
import { findComponentType } from '@workflow/components/descriptors';
import { WORKFLOW_TEMPLATES } from '../services/ingress/src/workflows/templates/index.ts';

const FOLDER = fileURLToPath(new URL('../packages/console/src/features/apps/directory/', import.meta.url));
const DIRECTORY = JSON.parse(readFileSync(`${FOLDER}directory.json`, 'utf8')) as {
  name: string;
  title: string;
  document?: string;
}[];

const CALLS = WORKFLOW_TEMPLATES.flatMap((make) => {
  const { key, needs, definition } = make();
  return definition.components
    .filter(({ config }) => config['directory'] !== undefined)
    .map((component) => [`${key}: ${component.name}`, { needs, component }] as const);
});

test('three templates of the gallery call operations of apps', () => {
  expect(new Set(CALLS.map(([name]) => name.split(':', 1)[0])).size).toBe(3);
});

test.each(CALLS)('%s is an action of the directory, with its arguments and its type', (_, { needs, component }) => {
  const { config } = component;
  const entry = DIRECTORY.find(({ name }) => name === config['directory']);
  expect(needs.filter(({ kind }) => kind === 'app').map(({ name }) => name)).toContain(entry?.title);
  const text = readFileSync(`${FOLDER}documents/${entry?.document}.json`, 'utf8');
  const source = readSource({ document: { text, url: null } });
  if ('refused' in source) throw new Error(source.refused);
  const { operations, schemas } = source.snapshot;
  const { content } = operations.find(({ key }) => key === config['action'])!;
  const find = (name: string) => schemas[name];
  const budget = { left: 100_000 };
  expect(checkArguments(content.input, config['arguments'], { find, budget, hasTemplates: true })).toEqual([]);
  expect(config['returns']).toEqual(content.returns);
  // A TEST run uses the stand-in until somebody chooses an app.
  expect(findComponentType(component)?.operations(config)).toMatchObject([{ appId: '', credential: null }]);
});
