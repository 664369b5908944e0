import { expect, test } from '@jest/globals';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { checkSurroundings, type StartableWorkflow } from './check-surroundings.ts';
import { component, idOf } from './definition-fixtures.ts';
import { referencesOf } from './references-of.ts';

const CHILD = { name: 'Child', isPublished: true, componentIds: new Set([idOf(20)]) };
const CREDENTIAL = { name: 'Mail', type: 'smtp' };
const asked: string[][] = [];

/** Checks components in an organization that has the secret `known` and one workflow. */
async function checked(components: Component[], workflow: StartableWorkflow) {
  return checkSurroundings(await referencesOf({ components, connections: [] }), {
    findSecrets: (names) => {
      asked.push(names);
      return Promise.resolve(new Set(names.filter((name) => name === 'known')));
    },
    findTables: (names) => Promise.resolve(new Set(names.filter((name) => name === 'prices'))),
    findWorkflows: () => Promise.resolve(new Map([[idOf(10), workflow]])),
    findCredentials: () => Promise.resolve(new Map([[idOf(30), CREDENTIAL]])),
    findDeletedCredentials: (ids) =>
      Promise.resolve(new Map(ids.filter((id) => id === idOf(32)).map((id) => [id, 'Old shop']))),
  });
}
/** Problems as `component number, path, message`. */
async function problemsOf(...components: Component[]): Promise<string[]> {
  const { problems } = await checked(components, CHILD);
  return problems.map(({ componentId, path, message }) => `${Number(componentId?.slice(-12))} ${path} ${message}`);
}
const start = (type: string, workflow: number, child: number, more: JsonObject = {}) =>
  component(1, type, { workflowId: idOf(workflow).toUpperCase(), componentId: idOf(child), ...more });

test.each<[string, Component, string]>([
  [
    'in a header',
    component(1, 'http-request', { url: 'x', headers: { a: 'Bearer {{ $secret("gone") }}' } }),
    '1 /config/headers/a',
  ],
  ['in a body', component(1, 'http-request', { body: { a: ["{{ $secret('gone') & '' }}"] } }), '1 /config/body/a/0'],
  ['in an expression', component(1, 'transform', { expression: '$length($secret("gone"))' }), '1 /config/expression'],
  [
    'in a case',
    component(1, 'switch', { cases: [{ port: 'a', expression: '$secret("gone") = "x"' }] }),
    '1 /config/cases/0/expression',
  ],
  [
    'for signatures',
    component(1, 'webhook', { verification: { scheme: 'github', secret: 'gone' } }),
    '1 /config/verification/secret',
  ],
])('a missing secret %s is named', async (_, given, where) => {
  expect(await problemsOf(given)).toEqual([`${where} The organization has no secret gone`]);
});

test('secrets that are there are no problem, and each is asked for once', async () => {
  asked.length = 0;
  const text = '{{ $secret("known") }}{{ $secret("known") }}';
  expect(await problemsOf(component(1, 'output', { value: { a: text, b: text } }))).toEqual([]);
  expect(asked).toEqual([['known']]);
});

test('text that only looks like a secret is no problem', async () => {
  expect(await problemsOf(component(1, 'output', { value: '$secret("gone")' }))).toEqual([]);
  expect(await problemsOf(component(1, 'output', { value: '{{ $secret( }}' }))).toEqual([]);
});

test('a table that the organization has not is named', async () => {
  const find = (table: string) => component(1, 'table', { operation: 'find', table });
  expect(await problemsOf(find('prices'))).toEqual([]);
  expect(await problemsOf(find('gone'))).toEqual(['1 /config/table There is no table gone']);
});

test.each(['run-workflow', 'for-each'])('%s: missing workflows and components are named', async (type) => {
  expect(await problemsOf(start(type, 10, 20))).toEqual([]);
  expect(await problemsOf(start(type, 11, 20))).toEqual([`1 /config/workflowId There is no workflow ${idOf(11)}`]);
  expect(await problemsOf(start(type, 10, 21))).toEqual([
    `1 /config/componentId The workflow Child has no enabled component ${idOf(21)}`,
  ]);
});

test.each(['run-workflow', 'for-each'])('%s of a workflow that is not published is a warning', async (type) => {
  const { problems, warnings } = await checked([start(type, 10, 20)], { ...CHILD, isPublished: false });
  expect(problems).toEqual([]);
  expect(warnings).toMatchObject([
    {
      componentId: idOf(1),
      path: '/config/workflowId',
      code: 'WORKFLOW_NOT_PUBLISHED',
      values: { workflow: 'Child' },
      message: 'The workflow Child is not published. Production sessions cannot start it until then',
    },
  ]);
});

test('a value that is not a UUID is left to the check of the configuration', async () => {
  expect(await problemsOf(component(1, 'run-workflow', { workflowId: 'x', componentId: 5 }))).toEqual([]);
});

test('a deleted credential is named', async () => {
  const call = (id: number) => component(1, 'http-request', { method: 'GET', url: 'x', credential: idOf(id) });
  expect(await problemsOf(call(31))).toEqual([`1 /config/credential There is no credential ${idOf(31)}`]);
  expect(await problemsOf(call(32))).toEqual(['1 /config/credential The credential Old shop was deleted']);
});
