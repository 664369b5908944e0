import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from '@jest/globals';
import { createApiClient, type ApiClient } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { chain, component, input, output } from '../contract/contract-system.ts';
import { useContractSystem } from '../contract/use-contract-system.ts';
import { addApp, startAppServer, untilRead } from '../contract/app-server.ts';
import { openCliLab, type CliLab } from './cli-lab.ts';

const system = useContractSystem();
let dev: ApiClient;
let prod: ApiClient;
let lab: CliLab;
/** Another clone of the same folder. It has a separate state of the last sync. */
let clone: CliLab;

beforeEach(async () => {
  const [first, second] = [await system.createOrganization('Dev'), await system.createOrganization('Prod')];
  dev = createApiClient(system.api.baseUrl, first.apiKey);
  prod = createApiClient(system.api.baseUrl, second.apiKey);
  lab?.remove();
  clone?.remove();
  lab = openCliLab({ WORKFLOW_URL: dev.baseUrl, WORKFLOW_API_KEY: dev.apiKey });
  clone = openCliLab({ WORKFLOW_URL: dev.baseUrl, WORKFLOW_API_KEY: dev.apiKey });
});
afterAll(() => {
  lab?.remove();
  clone?.remove();
});

const toProd = {
  env: {
    get WORKFLOW_API_KEY() {
      return prod.apiKey;
    },
  },
};
const folderOf = (of: CliLab = lab): string => join(of.folder, 'workflows');
const filesOf = (of: CliLab = lab): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folderOf(of))
      .sort()
      .map((file) => [file, readFileSync(join(folderOf(of), file), 'utf8')]),
  );
const edit = (file: string, from: string | RegExp, to: string, of: CliLab = lab): void => {
  const path = join(folderOf(of), file);
  const text = readFileSync(path, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(path, text.replace(from, to));
};
const names = (plan: { actions: { action: string; name: string }[] }): string[] =>
  plan.actions.map(({ action, name }) => `${action} ${name}`);

interface Listed {
  id: string;
  name: string;
  state: string;
}
const listed = async (api: ApiClient): Promise<Listed[]> =>
  (await api.call<{ items: Listed[] }>('GET', '/v1/workflows?limit=200')).items.toSorted((a, b) =>
    a.name < b.name ? -1 : 1,
  );

/** Creates a parent that starts a child and signs in with a credential. */
async function makeWorkflows(api: ApiClient): Promise<{ childId: string; parentId: string; credentialId: string }> {
  const start = input('n');
  const childId = await api.publish('Child', chain(start, output('{{ n }}')));
  const { id: credentialId } = await api.call<{ id: string }>('POST', '/v1/organization/credentials', {
    name: 'CRM',
    type: 'http-bearer',
    token: 'of-dev',
    hosts: ['example.com'],
  });
  const call = component(
    'http-request',
    { method: 'GET', url: 'https://example.com/', credential: credentialId },
    { output: 'answer' },
  );
  const runs = component(
    'run-workflow',
    { workflowId: childId, componentId: start.id, placeholderValues: { n: '1' } },
    { output: 'made' },
  );
  const { id: parentId } = await api.call<{ id: string }>('POST', '/v1/workflows', {
    name: 'Parent',
    ...chain(input('a'), runs, call),
  });
  return { childId, parentId, credentialId };
}

/** Changes a workflow as the console does. */
async function editThere(api: ApiClient, id: string, change: Record<string, unknown>): Promise<void> {
  const { headers, body } = await api.request('GET', `/v1/workflows/${id}`);
  const saved = await api.request(
    'PUT',
    `/v1/workflows/${id}`,
    { ...body, ...change },
    { 'if-match': headers.get('etag') ?? '' },
  );
  expect(saved.status).toBe(200);
}

test('a file has what the author wrote in the order that the author gave it', async () => {
  const answer = component('output', { value: { zone: '1', a: '2' } });
  const start = input('n');
  await dev.call('POST', '/v1/workflows', { name: 'Ordered', ...chain(start, answer) });
  await lab.json(['workflows', 'pull']);
  expect(filesOf()['ordered.yaml']).toMatch(/value:\n +zone: "1"\n +a: "2"\n/);
});

test('pulling twice gives the same bytes, which have ids, positions last, and no secrets', async () => {
  const { childId, credentialId } = await makeWorkflows(dev);
  await lab.json(['workflows', 'pull']);
  const first = filesOf();
  expect(Object.keys(first)).toEqual(['child.yaml', 'parent.yaml']);
  expect(first['child.yaml']).toMatch(new RegExp(`^id: ${childId}\nname: Child\ncomponents:\n`));
  expect(first['parent.yaml']).toContain(`credentials:\n  ${credentialId}: CRM\n`);
  expect(JSON.stringify(first)).not.toContain('of-dev');
  await lab.json(['workflows', 'pull']);
  expect(filesOf()).toEqual(first);
  expect(names(await lab.json(['sync', 'pull']))).toEqual([]);
  expect((await lab.run(['workflows', 'diff'])).stdout).toContain('No differences');
});

test('settings of a workflow are unchanged after a sync through files', async () => {
  const settings = {
    flow: { priority: 'low' },
    mcp: { name: 'greet', description: 'Greets.' },
    label: '"For " & n',
    notes: [{ id: '0197a000-0000-7000-8000-0000000000aa', text: 'Why', position: { x: 1, y: 2 } }],
  };
  const { id } = await dev.call<{ id: string }>('POST', '/v1/workflows', {
    name: 'Set',
    description: 'Described',
    ...chain(input('n'), output('{{ n }}')),
    ...settings,
  });
  const before = await dev.call('GET', `/v1/workflows/${id}`);
  await lab.json(['sync', 'pull']);
  edit('set.yaml', 'name: Set', 'name: Set again');
  expect(names(await lab.json(['sync', 'push']))).toEqual(['update Set again']);
  const { revision, updatedAt, ...after } = await dev.call('GET', `/v1/workflows/${id}`);
  expect(after).toMatchObject(settings);
  expect({ ...after, name: 'Set', revision: before['revision'], updatedAt: before['updatedAt'] }).toEqual(before);
  expect([Number(revision), typeof updatedAt]).toEqual([Number(before['revision']) + 1, 'string']);
  edit('set.yaml', /^label: .*\n/m, '');
  expect(names(await lab.json(['sync', 'push']))).toEqual(['update Set again']);
  expect((await dev.call('GET', `/v1/workflows/${id}`))['label']).toBeUndefined();
});

test('a push changes what was changed, publishes children first, and shows the plan first', async () => {
  await makeWorkflows(dev);
  await lab.json(['sync', 'pull']);
  edit('child.yaml', 'name: Child', 'name: Child renamed');
  edit('parent.yaml', 'name: Parent', 'name: Parent renamed');
  writeFileSync(join(folderOf(), 'new.yaml'), 'name: New\ncomponents: []\nconnections: []\n');
  const planned = await lab.json(['sync', 'push', '--publish', '--dry-run']);
  expect(names(planned).slice(0, 3).sort()).toEqual(['create New', 'update Child renamed', 'update Parent renamed']);
  expect((await listed(dev)).map(({ name }) => name)).toEqual(['Child', 'Parent']);
  rmSync(join(folderOf(), 'new.yaml'));
  const dry = await lab.json(['sync', 'push', '--publish', '--dry-run']);
  const real = await lab.json(['sync', 'push', '--publish']);
  expect(real.actions).toEqual(dry.actions);
  expect(names(real).slice(2)).toEqual(['publish Child renamed', 'publish Parent renamed']);
  expect((await listed(dev)).map(({ name, state }) => [name, state])).toEqual([
    ['Child renamed', 'PUBLISHED'],
    ['Parent renamed', 'PUBLISHED'],
  ]);
  expect(names(await lab.json(['sync', 'push', '--publish']))).toEqual([]);
});

test('an edit in the console in between is a conflict: exit 1, and nothing is written', async () => {
  const { childId, parentId } = await makeWorkflows(dev);
  await lab.json(['sync', 'pull']);
  await editThere(dev, childId, { name: 'Edited in the console' });
  edit('parent.yaml', 'name: Parent', 'name: Parent renamed');
  const refused = await lab.run(['--json', 'sync', 'push']);
  expect(refused.code).toBe(1);
  expect(JSON.parse(refused.stdout)).toMatchObject({ done: false, conflicts: [{ file: 'child.yaml' }] });
  expect((await dev.call('GET', `/v1/workflows/${parentId}`))['name']).toBe('Parent');
  // Pull takes the edit and skips the changed file. Then the push succeeds.
  await lab.json(['sync', 'pull']);
  expect(filesOf()['child.yaml']).toContain('name: Edited in the console');
  expect(names(await lab.json(['sync', 'push']))).toEqual(['update Parent renamed']);
  // A workflow that was changed in both places is a conflict.
  await editThere(dev, childId, { name: 'Edited again' });
  edit('child.yaml', 'name: Edited in the console', 'name: Edited here');
  for (const direction of ['push', 'pull']) expect((await lab.run(['sync', direction])).code).toBe(1);
  expect(filesOf()['child.yaml']).toContain('name: Edited here');
  expect((await dev.call('GET', `/v1/workflows/${childId}`))['name']).toBe('Edited again');
});

test('nothing is deleted without --prune, and a workflow that was changed meanwhile is not', async () => {
  const { childId, parentId } = await makeWorkflows(dev);
  await lab.json(['sync', 'pull']);
  renameSync(join(folderOf(), 'parent.yaml'), join(lab.folder, 'parent.yaml'));
  const skipped = await lab.json(['sync', 'push']);
  expect(skipped).toMatchObject({ actions: [], skipped: [expect.stringContaining(parentId)] });
  await editThere(dev, parentId, { description: 'changed' });
  expect((await lab.run(['sync', 'push', '--prune'])).code).toBe(1);
  await editThere(dev, parentId, { description: '' });
  expect(names(await lab.json(['sync', 'push', '--prune', '--dry-run']))).toEqual(['delete Parent']);
  expect(await listed(dev)).toHaveLength(2);
  expect(names(await lab.json(['sync', 'push', '--prune']))).toEqual(['delete Parent']);
  expect((await listed(dev)).map(({ id }) => id)).toEqual([childId]);
  // In the opposite direction, the file of a deleted workflow is removed only with --prune.
  await dev.call('DELETE', `/v1/workflows/${childId}`);
  expect((await lab.run(['sync', 'push'])).code).toBe(1);
  await lab.json(['sync', 'pull']);
  expect(Object.keys(filesOf())).toEqual(['child.yaml']);
  await lab.json(['sync', 'pull', '--prune']);
  expect(filesOf()).toEqual({});
});

test('a first push of another clone adopts what is identical and nothing else', async () => {
  await makeWorkflows(dev);
  await lab.json(['sync', 'pull']);
  await clone.json(['workflows', 'pull']);
  rmSync(join(clone.folder, 'state'), { recursive: true });
  expect(await clone.json(['sync', 'push', '--dry-run'])).toMatchObject({ actions: [], unchanged: 2 });
  edit('child.yaml', 'name: Child', 'name: Of the clone', clone);
  // A workflow that was never synced and differs may contain anyone's edit, so it is not overwritten.
  expect((await clone.run(['sync', 'push'])).code).toBe(1);
  edit('child.yaml', 'name: Of the clone', 'name: Child', clone);
  await clone.json(['sync', 'push']);
  edit('child.yaml', 'name: Child', 'name: Of the clone', clone);
  expect(names(await clone.json(['sync', 'push']))).toEqual(['update Of the clone']);
});

test('a folder goes to another organization by its environment, and nothing is made twice', async () => {
  const { childId } = await makeWorkflows(dev);
  await lab.json(['sync', 'pull']);
  const missing = await lab.run(['sync', 'push', '--env', 'prod'], toProd);
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('CRM') });
  expect(await listed(prod)).toEqual([]);
  await prod.call('POST', '/v1/organization/credentials', {
    name: 'CRM live',
    type: 'http-bearer',
    token: 'x',
    hosts: ['example.com'],
  });
  writeFileSync(join(folderOf(), 'workflow.env.prod.yaml'), 'credentials:\n  CRM: CRM live\n');
  const dry = await lab.json(['sync', 'push', '--env', 'prod', '--publish', '--dry-run'], toProd);
  const real = await lab.json(['sync', 'push', '--env', 'prod', '--publish'], toProd);
  expect(real.actions).toEqual(dry.actions);
  expect(names(real)).toEqual(['create Child', 'create Parent', 'publish Child', 'publish Parent']);
  const [child, parent] = await listed(prod);
  expect([child!.state, parent!.state]).toEqual(['PUBLISHED', 'PUBLISHED']);
  const { components } = await prod.call<{ components: { config: Record<string, unknown> }[] }>(
    'GET',
    `/v1/workflows/${parent!.id}`,
  );
  expect(components[1]!.config['workflowId']).toBe(child!.id);
  expect(filesOf()['workflow.env.prod.yaml']).toContain(`${childId}: ${child!.id}`);
  expect(names(await lab.json(['sync', 'push', '--env', 'prod', '--publish'], toProd))).toEqual([]);
  expect(names(await lab.json(['sync', 'pull', '--env', 'prod'], toProd))).toEqual([]);
  expect(names(await lab.json(['sync', 'push']))).toEqual([]);
  // Another clone gets the environment's file from git and has no state of the last sync.
  await clone.json(['sync', 'pull']);
  writeFileSync(join(folderOf(clone), 'workflow.env.prod.yaml'), filesOf()['workflow.env.prod.yaml']!);
  expect(names(await clone.json(['sync', 'push', '--env', 'prod'], toProd))).toEqual([]);
  expect(await listed(prod)).toHaveLength(2);
});

test('apps go by their names, and a version that is not there becomes the newest one', async () => {
  const server = await startAppServer();
  try {
    const source = { name: 'shop', kind: 'openapi', url: `${server.url}/openapi.json` };
    const app = await addApp({ api: dev }, source);
    (server.document['info'] as JsonObject)['title'] = 'Shop two';
    server.document['paths'] = { '/invoice': (server.document['paths'] as JsonObject)['/invoice']! };
    await dev.call('POST', `/v1/organization/apps/${app.id}/refresh`);
    expect(await untilRead({ api: dev }, app.id)).toMatchObject({ version: 2 });
    const call = component('app-action', { app: app.id, version: 2, action: 'invoice', arguments: {} });
    const tool = { app: app.id, version: 2, actions: ['invoice'] };
    // It is disabled, because it has no server of models.
    const agent = component('agent', { model: 'm', prompt: 'Look', tools: [tool] }, { disabled: true });
    await dev.publish('Invoice', chain(call, agent));
    await lab.json(['sync', 'pull']);
    expect(filesOf()['invoice.yaml']).toContain(`apps:\n  ${app.id}: shop\n`);
    const missing = await lab.run(['sync', 'push', '--env', 'prod'], toProd);
    expect(missing).toMatchObject({ code: 1, stderr: expect.stringContaining('no app shop') });
    const there = await addApp({ api: prod }, { ...source, name: 'shop-live' });
    writeFileSync(join(folderOf(), 'workflow.env.prod.yaml'), 'apps:\n  shop: shop-live\n');
    const pushed = await lab.json(['sync', 'push', '--env', 'prod', '--publish'], toProd);
    expect(names(pushed)).toEqual(['create Invoice', 'publish Invoice']);
    const [made] = await listed(prod);
    const { components } = await prod.call<{ components: { config: Record<string, unknown> }[] }>(
      'GET',
      `/v1/workflows/${made!.id}`,
    );
    const used = { app: there.id, version: 1 };
    expect(components.map(({ config }) => config)).toMatchObject([
      { ...used, action: 'invoice' },
      { tools: [{ ...used, actions: ['invoice'] }] },
    ]);
    expect(names(await lab.json(['sync', 'push', '--env', 'prod', '--publish'], toProd))).toEqual([]);
    expect(names(await lab.json(['sync', 'pull', '--env', 'prod'], toProd))).toEqual([]);
    expect(names(await lab.json(['sync', 'push']))).toEqual([]);
  } finally {
    server.stop();
  }
});

test('a file that is wrong is named and nothing is asked', async () => {
  await makeWorkflows(dev);
  await lab.json(['sync', 'pull']);
  writeFileSync(join(folderOf(), 'broken.yaml'), 'name: [\n');
  expect(await lab.run(['sync', 'push'])).toMatchObject({ code: 2, stderr: expect.stringContaining('broken.yaml') });
  writeFileSync(join(folderOf(), 'broken.yaml'), 'components: []\n');
  expect(await lab.run(['sync', 'push'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('name is missing'),
  });
});
