import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Component, Json, JsonObject } from '@workflow/workflow-model';
import { checkDefinition } from './check-definition.ts';
import { checkOperations, type FindOperationOf } from './check-operations.ts';
import { referencesOf } from './references-of.ts';

const [APP, WORKFLOW, CREDENTIAL] = [randomUUID(), randomUUID(), randomUUID()];

function definitionOf(tools: Json, more: JsonObject = {}) {
  const place = { position: { x: 0, y: 0 } };
  const agent: Component = {
    ...{ id: randomUUID(), type: 'agent', name: 'Agent', output: 'answer', ...place },
    config: { credential: randomUUID(), model: 'm', prompt: 'Look', tools, ...more },
  };
  const input = { id: randomUUID(), type: 'input', name: 'Input', config: { placeholders: [] }, ...place };
  return { components: [input, agent], connections: [{ from: input.id, port: 'next', to: agent.id }] };
}

const ofApp = (actions: Json, more: JsonObject = {}) => ({ app: APP, version: 1, actions, ...more });
const keys = (count: number) => Array.from({ length: count }, (_, index) => `action ${index}`);

test.each<[string, Json, string[]]>([
  ['a workflow and operations', [{ workflowId: WORKFLOW }, ofApp(['a', 'b'], { approval: true })], []],
  ['neither', [{}], ['config.tools[0].workflowId is required, or app']],
  [
    'both',
    [{ workflowId: WORKFLOW, app: APP }],
    ['config.tools[0].app must be left out, because workflowId names a workflow'],
  ],
  ['no app', [{ version: 1, actions: ['a'] }], ['config.tools[0].app is required with operations of an app']],
  [
    'an app alone',
    [{ app: APP }],
    ['config.tools[0].version is required with app', 'config.tools[0].actions is required with app'],
  ],
  ['no operations', [ofApp([])], ['config.tools[0].actions must have at least 1 item']],
  ['an operation twice', [ofApp(['a', 'a'])], ['config.tools[0].actions must not contain the same item twice']],
  [
    'an operation in two tools',
    [ofApp(['a']), ofApp(['b', 'a'])],
    ['config.tools[1].actions[1] must be different from the operations of other tools'],
  ],
  [
    'a name for operations',
    [ofApp(['a'], { name: 'x' })],
    ['config.tools[0].name must be left out, because the tools are operations'],
  ],
  [
    'a version of a workflow',
    [{ workflowId: WORKFLOW, version: 2 }],
    ['config.tools[0].version must be left out, because the tool is a workflow'],
  ],
  [
    'too many operations',
    [{ workflowId: WORKFLOW }, ofApp(keys(60)), ofApp(keys(40).map((key) => `${key}!`))],
    ['config.tools must name at most 100 workflows and operations in all, and names 101'],
  ],
])('tools of an agent: %s', async (_what, tools, problems) => {
  const found = await checkDefinition(definitionOf(tools));
  expect(found.map(({ message }) => message)).toEqual(problems);
});

test.each<[number, string[]]>([
  [100, []],
  [101, ['/config/memory/turns']],
])('an agent that remembers %i earlier sessions has problems at %j', async (turns, paths) => {
  const found = await checkDefinition(definitionOf([], { memory: { key: 'key', turns } }));
  expect(found.map(({ path }) => path)).toEqual(paths);
});

test('an agent refers to its apps, its operations and their credentials', async () => {
  const definition = definitionOf([{ workflowId: WORKFLOW }, ofApp(['a', 'b'], { credential: CREDENTIAL })]);
  const references = await referencesOf(definition);
  expect(references.map(({ path, kind, target }) => [path, kind, target]).slice(1)).toEqual([
    ['/config/tools/0/workflowId', 'workflow', WORKFLOW],
    ['/config/tools/1/app', 'app', APP],
    ['/config/tools/1/actions/0', 'operation', `${APP} a`],
    ['/config/tools/1/actions/1', 'operation', `${APP} b`],
    ['/config/tools/1/credential', 'credential', CREDENTIAL],
  ]);
});

const found = (description: string) => ({
  kind: 'found' as const,
  input: { type: 'object', properties: { a: { $ref: '#/$defs/A' } } },
  schemas: { A: { description, properties: { again: { $ref: '#/$defs/A' } } }, Unused: { description } },
});

test.each<[string, Awaited<ReturnType<FindOperationOf>>, [string, string][]]>([
  ['unknown app', { kind: 'no-app' }, [['/config/tools/0/app', `There is no app ${APP}`]]],
  [
    'unknown version',
    { kind: 'no-version', app: 'shop' },
    [['/config/tools/0/version', 'The app shop has no version 1']],
  ],
  [
    'unknown operations',
    { kind: 'no-action', app: 'shop' },
    [
      ['/config/tools/0/actions/0', 'Version 1 of the app shop has no action a'],
      ['/config/tools/0/actions/1', 'Version 1 of the app shop has no action b'],
    ],
  ],
  ['fitting schemas', found('x'.repeat(250_000)), []],
  [
    'schemas that are too large together',
    found('x'.repeat(600_000)),
    [
      [
        '/config/tools/0/actions/1',
        'config.tools[0].actions[1] makes the schemas of all operations of the component larger than 1024 KiB',
      ],
    ],
  ],
])('publishing checks the operations of an agent: %s', async (_what, answer, problems) => {
  const checked = await checkOperations(definitionOf([ofApp(['a', 'b'])]), () => Promise.resolve(answer));
  expect(checked.map(({ path, message }) => [path, message])).toEqual(problems);
});
