import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor, type TestSystem } from '@workflow/test-harness';
import type { Definition } from '@workflow/workflow-model';
import { writePackage } from '../../packages/component-packages/src/testing/package-folder.ts';
import { alone, FOREIGN, packageOf, START } from './foreign-workflows.ts';
import { startGreetingServer, type GreetingServer } from './greeting-server.ts';
import { PackageSystem } from './package-system.ts';
import { tutorialFiles } from './tutorial-files.ts';

let packages: PackageSystem;
let system: TestSystem;
let greetings: GreetingServer;

beforeAll(async () => {
  [greetings, packages] = await Promise.all([startGreetingServer(), PackageSystem.open()]);
  packages.publish('greeter@1.0.0', tutorialFiles());
  await packages.add('greeter@1.0.0');
  const lay = (name: string, files: Record<string, string>) =>
    writePackage(join(packages.directory, `${name}@1.0.0`), files);
  lay('throws', packageOf('throws', 'throw Object.assign(new Error(context.config.text), { retryable: true })'));
  lay('changed', { ...packageOf('changed', ''), 'docs.md': '<script>' });
  system = await packages.start();
});
afterAll(async () => {
  await packages?.stop();
  greetings?.stop();
});

interface Catalogue {
  items: { type: string; version: string; package: string | null; docs: string }[];
  leftOut: { name: string; version: string; reason: string }[];
}
const catalogue = () => system.api.call<Catalogue>('GET', '/v1/component-types');

const pinnedTo = (definition: Definition, version: string): Definition => ({
  ...definition,
  components: definition.components.map((one) => (one.id === FOREIGN ? { ...one, version } : one)),
});

test('the package of the tutorial is added, found in the catalogue, published in its version, and run', async () => {
  const { definition, placeholderValues, output } = greetings.example();
  const { items } = await catalogue();
  expect(items.find(({ type }) => type === 'greet')).toMatchObject({
    version: '1.0.0',
    package: 'greeter',
    docs: expect.stringContaining('# Greet'),
  });
  const workflowId = await system.api.publish('Greet', definition);
  const { body } = await system.api.run(workflowId, START, placeholderValues, { prefer: 'wait=60' });
  expect(body).toMatchObject({ status: 'SUCCEEDED', output });
  const path = `/v1/sessions/${String(body['sessionId'])}/definition`;
  const ran = await system.api.call<Definition>('GET', path);
  expect(ran.components.map(({ type, version }) => `${type} ${version}`)).toEqual([
    'input undefined',
    'greet 1.0.0',
    'output undefined',
  ]);
});

test('problems of a config and of a version that is not there name them', async () => {
  const { definition } = greetings.example();
  await expect(system.api.publish('Gone', pinnedTo(definition, '9.0.0'))).rejects.toThrow(
    'Version 9.0.0 of the component type greet is not installed',
  );
  const wrong = { ...definition, components: definition.components.map((one) => ({ ...one })) };
  wrong.components[1]!.config = { name: '{{ nobody }}', server: '', language: 'fr' };
  const published = system.api.publish('Wrong', wrong);
  await expect(published).rejects.toThrow(/config\.server must not be empty.*|config\.language must be one of/);
  await expect(published).rejects.toThrow('There is no placeholder nobody');
});

test('a manually placed package is used unchanged, and one that breaks a rule is named', async () => {
  await waitFor(async () => {
    const { items, leftOut } = await catalogue();
    return items.some(({ type }) => type === 'throws') && leftOut.every(({ reason }) => !reason.includes('yet'));
  });
  expect((await catalogue()).leftOut).toEqual([
    { name: 'changed', version: '1.0.0', reason: expect.stringContaining('docs may not have HTML') },
  ]);
  for (const { log } of [...system.ingresses, ...system.executors]) {
    const packagesOf = (message: string) => log.filter(({ msg }) => msg === message).map((line) => line['package']);
    const manual = () => packagesOf('Using a manually placed component package');
    // A service answers with the package before its line is written.
    await waitFor(() => manual().length > 0, { what: 'the line of the package' });
    expect(manual()).toEqual(['throws']);
    expect(packagesOf('Using a component package')).toEqual(['greeter']);
    expect(new Set(packagesOf('Left out a component package'))).toContain('changed');
  }
  const listed = (await packages.admin('list')).body['items'] as { name: string; leftOut: string | null }[];
  expect(listed.map(({ name, leftOut }) => [name, leftOut === null])).toEqual([
    ['greeter', true],
    ['throws', true],
    ['changed', false],
  ]);
});

test('an error of the code fails the step, which is tried again if the code marks the error as retryable', async () => {
  const workflowId = await system.api.publish(
    'Throws',
    alone('throws', { retry: { maxAttempts: 2, backoffSeconds: 0 } }),
  );
  const { body } = await system.api.run(workflowId, START, { text: 'no luck' }, { prefer: 'wait=60' });
  expect(body).toMatchObject({ status: 'FAILED', error: { code: 'COMPONENT_ERROR', message: 'Error: no luck' } });
  const steps = await system.api.steps(String(body['sessionId']));
  expect(steps.filter(({ componentId }) => componentId === FOREIGN).map(({ attempt }) => attempt)).toEqual([1, 2]);
});
