import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { operationsIn } from '@workflow/validation';
import type { Component, Definition, ValueShape } from '@workflow/workflow-model';
import { operationFinder, withOperationTypes } from './apps-in-definitions.ts';

type Apps = Parameters<typeof withOperationTypes>[0];

const APP = randomUUID();
const actionOf = (key: string): Component => ({
  id: randomUUID(),
  type: 'app-action',
  name: key,
  position: { x: 0, y: 0 },
  config: { app: APP, version: 1, action: key, arguments: {} },
});

function appsOf(returns: ValueShape) {
  const asked: string[][] = [];
  const readSummaries: Apps['readSummaries'] = (places) => {
    asked.push(places.map(({ key }) => key));
    const summary = { returns, needsSignIn: false, hasCredential: false };
    return Promise.resolve(places.map(({ key }) => (key === 'missing' ? null : summary)));
  };
  return { apps: { readSummaries } as Apps, asked };
}

const SMALL: ValueShape = { type: 'OBJECT', fields: [{ key: 'status', type: 'NUMBER' }] };
const LARGE: ValueShape = { type: 'OBJECT', fields: [{ key: 'x'.repeat(60_000), type: 'TEXT' }] };

test('components get the types of their operations, each of which is read once', async () => {
  const { apps, asked } = appsOf(SMALL);
  const definition: Definition = {
    components: [actionOf('one'), actionOf('one'), actionOf('missing')],
    connections: [],
  };
  const { components } = await withOperationTypes(apps, definition);
  expect(components.map(({ config }) => config['returns'])).toEqual([SMALL, SMALL, undefined]);
  expect(asked).toEqual([['one', 'missing']]);
});

test('the types of one definition have at most a mebibyte', async () => {
  const { apps } = appsOf(LARGE);
  const components = Array.from({ length: 1_000 }, () => actionOf('one'));
  const typed = await withOperationTypes(apps, { components, connections: [] });
  expect(JSON.stringify(typed).length - JSON.stringify({ components }).length).toBeLessThan(1_100_000);
  expect(typed.components.filter(({ config }) => 'returns' in config)).toHaveLength(17);
});

test('types beyond the mebibyte are not measured', async () => {
  let measured = 0;
  const toJSON = (): ValueShape => {
    measured += 1;
    return LARGE;
  };
  const { apps } = appsOf(Object.defineProperty({ ...LARGE }, 'toJSON', { value: toJSON }));
  const components = Array.from({ length: 1_000 }, () => actionOf('one'));
  await withOperationTypes(apps, { components, connections: [] });
  expect(measured).toBe(18);
});

const WRONG_VERSIONS = [0, -3_000_000_000, 1.5, 3_000_000_000];

test.each(WRONG_VERSIONS)('a draft with the version %d of an app is saved without a type', async (version) => {
  const { apps, asked } = appsOf(SMALL);
  const action = actionOf('one');
  const component = { ...action, config: { ...action.config, version } };
  const { components } = await withOperationTypes(apps, { components: [component], connections: [] });
  expect([components, asked]).toEqual([[component], []]);
});

test.each(WRONG_VERSIONS)('an app has no version %d, whatever its actions are', async (version) => {
  const looked: number[] = [];
  const apps = {
    findOperation: () => Promise.reject(new Error('the store cannot read this version')),
    findVersion: (_id: string, number: number) => {
      looked.push(number);
      return Promise.resolve({ name: 'shop', hasVersion: false });
    },
  } as unknown as Apps;
  const [used] = operationsIn({ components: [actionOf('one')], connections: [] });
  const found = await operationFinder(apps)({ ...used!.used, version });
  expect([found, looked]).toEqual([{ kind: 'no-version', app: 'shop' }, [0]]);
});
