import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { exampleOf, docsOf } from '@workflow/components/docs';
import { COMPONENT_TYPES } from '@workflow/components/descriptors';
import { addApp } from './app-server.ts';
import { openContractSystem, type SharedContractSystem } from './contract-system.ts';
import { openExampleServers, RUN_ELSEWHERE, type ExampleServers } from './example-servers.ts';
import { startThirdPartyServer } from './third-party-server.ts';

const SOURCES = join(import.meta.dirname, '../../packages/components/src');
const TYPES = readdirSync(SOURCES, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !['catalog', 'generated', 'models'].includes(entry.name))
  .map(({ name }) => name);

let system: SharedContractSystem;
let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
let standIns: ExampleServers;

beforeAll(async () => {
  [system, thirdParty] = await Promise.all([openContractSystem(), startThirdPartyServer()]);
  standIns = openExampleServers(system.api);
});
afterAll(async () => {
  thirdParty.stop();
  await standIns.stop();
});

test('every folder is in the list of types, under the name of its descriptor', () => {
  expect(COMPONENT_TYPES.map(({ type }) => type).toSorted()).toEqual(TYPES.toSorted());
});

/** Returns true if its servers exist on every machine. */
function runsHere(type: string): boolean {
  const { credentials = [] } = exampleOf(type as Parameters<typeof exampleOf>[0]);
  return credentials.every((credential) => !Object.hasOwn(RUN_ELSEWHERE, credential.type));
}

test.each(TYPES.filter(runsHere))('the example of %s succeeds with its sample values', async (type) => {
  const example = exampleOf(type as Parameters<typeof exampleOf>[0]);
  const { workflows = [], credentials = [], tables = [], apps = [], definition, placeholderValues, output } = example;
  let text = JSON.stringify({ definition, placeholderValues }).replaceAll('https://api.example.com', thirdParty.url);
  for (const { id, name, definition: called } of workflows)
    text = text.replaceAll(id, await system.api.publish(`${name} ${randomUUID()}`, called));
  for (const credential of credentials)
    text = text.replaceAll(credential.id, await standIns.makeCredential(credential));
  for (const { id, ...app } of apps) {
    const document = app.document.replaceAll('https://api.example.com', thirdParty.url);
    text = text.replaceAll(id, (await addApp(system, { ...app, document })).id);
  }
  for (const table of tables) await system.api.call('POST', '/v1/organization/tables', table);
  const usable = JSON.parse(text) as Pick<ReturnType<typeof exampleOf>, 'definition' | 'placeholderValues'>;
  const workflowId = await system.api.publish(`Example of ${type}`, usable.definition);
  const [start] = usable.definition.components;
  const { body } = await system.api.run(workflowId, start!.id, usable.placeholderValues, { prefer: 'wait=60' });
  expect(body).toMatchObject({ status: 'SUCCEEDED', output });
  expect(usable.definition.components.map((component) => component.type)).toContain(type);
});

test.each(TYPES)('the docs of %s explain its purpose, its fields, an example and what goes wrong', (type) => {
  const { title } = COMPONENT_TYPES.find((descriptor) => descriptor.type === type)!;
  expect(docsOf(type).match(/^##? .*$/gm)).toEqual([`# ${title}`, '## Fields', '## Example', '## What goes wrong']);
});

test('the catalogue gives docs, outputs and ports of a component that was just added', async () => {
  const { body } = await system.api.request<{ items: Record<string, unknown>[] }>('GET', '/v1/component-types');
  expect(body.items.find(({ type }) => type === 'switch')).toMatchObject({
    ports: ['case 1', 'default', 'error'],
    outputs: [],
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    docs: expect.stringContaining('# Switch'),
  });
  expect(body.items.find(({ type }) => type === 'transform')).toMatchObject({
    outputs: [{ key: 'result', type: 'JSON' }],
  });
});
