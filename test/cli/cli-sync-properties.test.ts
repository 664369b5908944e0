import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parse, stringify } from 'yaml';
import { createApiClient, type ApiClient } from '@workflow/test-harness';
import { runCli } from '../../packages/cli/src/run-cli.ts';
import { chain, component, input, output } from '../contract/contract-system.ts';
import { useContractSystem } from '../contract/use-contract-system.ts';
import { openCliLab, type CliLab } from './cli-lab.ts';

/** Random edits of files and organization: a dry run reports exactly what the real one does, and no edit is lost. */

const system = useContractSystem();
let api: ApiClient;
/** The organization that the folder is pushed to with `--env`. */
let prod: ApiClient;
let lab: CliLab;

afterAll(() => lab?.remove());

interface Plan {
  actions: { action: string; name: string; id: string | null; file: string | null }[];
  conflicts: unknown[];
  skipped: string[];
}

async function sync(...args: string[]): Promise<{ code: number; plan: Plan }> {
  return syncAs(api, ...args);
}

async function syncAs({ apiKey }: ApiClient, ...args: string[]): Promise<{ code: number; plan: Plan }> {
  let written = '';
  const sink = (keep: boolean): Writable =>
    new Writable({
      write(chunk: Buffer, _, done) {
        if (keep) written += chunk.toString();
        done();
      },
    });
  const streams = {
    env: { ...lab.env, WORKFLOW_API_KEY: apiKey },
    stdin: Readable.from([]),
    stdout: sink(true),
    stderr: sink(false),
  };
  const code = await runCli(['--json', 'sync', ...args, folder()], streams);
  return { code, plan: JSON.parse(written) as Plan };
}
const folder = (): string => join(lab.folder, 'workflows');
const ENVIRONMENT = 'workflow.env.prod.yaml';
const files = (): string[] =>
  readdirSync(folder())
    .filter((file) => file !== ENVIRONMENT)
    .sort();
const bytes = (): string[] => files().map((file) => `${file}\n${readFileSync(join(folder(), file), 'utf8')}`);

const RUNS = 12;

interface Edit {
  kind: 'rename' | 'delete' | 'create' | 'describe' | 'label' | 'start' | 'sign-in' | 'pull';
  side: 'here' | 'there';
  which: number;
}
const edits = fc.array(
  fc.record<Edit>({
    kind: fc.constantFrom('rename', 'delete', 'create', 'describe', 'label', 'start', 'sign-in', 'pull'),
    side: fc.constantFrom('here', 'there'),
    which: fc.nat({ max: 5 }),
  }),
  { maxLength: 5 },
);

interface Seen {
  id: string;
  name: string;
  revision: number;
  state: string;
}
async function organization(of = api): Promise<Seen[]> {
  const { items } = await of.call<{ items: Seen[] }>('GET', '/v1/workflows?limit=200');
  return items
    .map(({ id, name, revision, state }) => ({ id, name, revision, state }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

let count = 0;
async function apply({ kind, side, which }: Edit): Promise<void> {
  count += 1;
  if (kind === 'pull') await sync('pull');
  else if (side === 'here') changeHere(kind, which, `W${count}`);
  else await changeThere(kind, which, `W${count}`);
}

function changeHere(kind: Edit['kind'], which: number, fresh: string): void {
  if (kind === 'create') {
    writeFileSync(join(folder(), `${fresh}.yaml`), `name: ${fresh}\n`);
    return;
  }
  const file = files()[which % Math.max(1, files().length)];
  if (file === undefined) return;
  const path = join(folder(), file);
  if (kind === 'delete') return rmSync(path);
  const { id, ...content } = parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  // A workflow without an id cannot be referred to yet.
  const made = id === undefined ? {} : changeOf(kind, fresh, id as string);
  const named = 'components' in made ? { credentials: { [credentialId]: CREDENTIAL } } : {};
  writeFileSync(path, stringify({ ...(id !== undefined && { id }), ...content, ...made, ...named }));
}

/** Returns the change of an edit for a workflow with this id. */
function changeOf(kind: Edit['kind'], fresh: string, id: string): Record<string, unknown> {
  switch (kind) {
    case 'rename':
      return { name: fresh };
    case 'label':
      return { label: `"${fresh} " & n` };
    case 'start': {
      const start = input('n');
      const config = { workflowId: id, componentId: start.id, placeholderValues: {} };
      return chain(start, component('run-workflow', config, { output: 'r' })) as unknown as Record<string, unknown>;
    }
    case 'sign-in': {
      const config = { method: 'GET', url: 'https://example.com/', credential: credentialId };
      const call = component('http-request', config, { output: 'answer' });
      return chain(input('n'), call) as unknown as Record<string, unknown>;
    }
    default:
      return { description: fresh };
  }
}

async function changeThere(kind: Edit['kind'], which: number, fresh: string): Promise<void> {
  if (kind === 'create') {
    await api.call('POST', '/v1/workflows', { name: fresh, ...chain(input('n'), output('x')) });
    return;
  }
  const all = await organization();
  const target = all[which % Math.max(1, all.length)];
  if (target === undefined) return;
  const path = `/v1/workflows/${target.id}`;
  const { headers, body } = await api.request('GET', path);
  if (kind === 'delete') return void (await api.call('DELETE', path));
  // A workflow starts another one of the same organization.
  const child = all[(which + 1) % all.length]!.id;
  const change = changeOf(kind, fresh, child);
  const saved = await api.request('PUT', path, { ...body, ...change }, { 'if-match': headers.get('etag') ?? '' });
  expect(saved.status).toBe(200);
}

const CREDENTIAL = 'CRM';
let credentialId: string;
async function makeCredential(of: ApiClient): Promise<string> {
  const content = { name: CREDENTIAL, type: 'http-bearer', token: 'x', hosts: ['example.com'] };
  return (await of.call<{ id: string }>('POST', '/v1/organization/credentials', content)).id;
}

async function begin(): Promise<void> {
  const [dev, other] = [await system.createOrganization('Dev'), await system.createOrganization('Prod')];
  api = createApiClient(system.api.baseUrl, dev.apiKey);
  prod = createApiClient(system.api.baseUrl, other.apiKey);
  credentialId = await makeCredential(api);
  await makeCredential(prod);
  lab?.remove();
  lab = openCliLab({ WORKFLOW_URL: api.baseUrl });
  mkdirSync(folder(), { recursive: true });
  const start = input('n');
  const { id } = await api.call<{ id: string }>('POST', '/v1/workflows', { name: 'A', ...chain(start, output('a')) });
  const runs = component(
    'run-workflow',
    { workflowId: id, componentId: start.id, placeholderValues: {} },
    { output: 'r' },
  );
  for (const name of ['B', 'C']) await api.call('POST', '/v1/workflows', { name, ...chain(input('n'), runs) });
  expect((await sync('pull')).code).toBe(0);
}

test('a push does what its dry run reported, or nothing, and then there is nothing left to do', async () => {
  await fc.assert(
    fc.asyncProperty(edits, fc.boolean(), async (changes, prune) => {
      await begin();
      for (const change of changes) await apply(change);
      const options = prune ? ['--prune'] : [];
      const before = await organization();
      const dry = await sync('push', ...options, '--dry-run');
      expect(await organization()).toEqual(before);
      const real = await sync('push', ...options);
      expect(real.code).toBe(dry.code);
      expect(real.plan.conflicts).toEqual(dry.plan.conflicts);
      expect(real.plan.actions.map(({ action, name, file }) => [action, name, file])).toEqual(
        dry.plan.actions.map(({ action, name, file }) => [action, name, file]),
      );
      const after = await organization();
      const refused = dry.plan.conflicts.length > 0;
      expect(dry.code).toBe(refused ? 1 : 0);
      // Exactly the reported changes were made.
      const done = refused ? [] : dry.plan.actions;
      const touched = new Set(done.map(({ id }) => id));
      expect(after.filter(({ id }) => before.some((each) => each.id === id) && !touched.has(id))).toEqual(
        before.filter(({ id }) => !touched.has(id)),
      );
      const counted = (action: string): number => done.filter((each) => each.action === action).length;
      expect(after.length).toBe(before.length + counted('create') - counted('delete'));
      const left = await sync('push', ...options, '--dry-run');
      expect([left.plan.actions, left.plan.conflicts]).toEqual(
        refused ? [dry.plan.actions, dry.plan.conflicts] : [[], []],
      );
      if (!refused) await pushToProd();
    }),
    { numRuns: RUNS },
  );
});

/** Pushes the folder to another organization, which then has all of it. The folder is unchanged. */
async function pushToProd(): Promise<void> {
  const before = bytes();
  const dry = await syncAs(prod, 'push', '--env', 'prod', '--dry-run');
  expect([dry.code, dry.plan.conflicts, await organization(prod)]).toEqual([0, [], []]);
  const real = await syncAs(prod, 'push', '--env', 'prod');
  expect([real.code, real.plan]).toEqual([0, { ...dry.plan, dryRun: false, done: true }]);
  const there = await organization(prod);
  expect(there).toHaveLength(before.length);
  const ids = new Map(Object.entries(environmentIds()));
  for (const { id } of there) {
    const { components } = await prod.call<{ components: { config: Record<string, unknown> }[] }>(
      'GET',
      `/v1/workflows/${id}`,
    );
    // Every workflow that is started exists in the organization as well, unless the folder does not have it either.
    for (const { config } of components) expect(ids.has(String(config['workflowId']))).toBe(false);
    for (const { config } of components) expect(config['credential']).not.toBe(credentialId);
  }
  for (const direction of ['push', 'pull']) {
    const again = await syncAs(prod, direction, '--env', 'prod');
    expect([again.code, again.plan.actions, again.plan.conflicts]).toEqual([0, [], []]);
  }
  expect(bytes()).toEqual(before);
}

function environmentIds(): Record<string, string> {
  const text = files().length === 0 ? '' : readFileSync(join(folder(), ENVIRONMENT), 'utf8');
  return (parse(text) as { workflows?: Record<string, string> } | null)?.workflows ?? {};
}
