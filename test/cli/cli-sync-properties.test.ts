import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createApiClient, type ApiClient } from '@workflow/test-harness';
import { runCli } from '../../packages/cli/src/run-cli.ts';
import {
  chain,
  component,
  input,
  openContractSystem,
  output,
  type SharedContractSystem,
} from '../contract/contract-system.ts';
import { openCliLab, type CliLab } from './cli-lab.ts';

/** Random edits on both sides: a dry run says exactly what the real one does, and nobody's edit is lost. */

let system: SharedContractSystem;
let api: ApiClient;
let lab: CliLab;

beforeAll(async () => {
  system = await openContractSystem();
});
afterAll(() => lab?.remove());

interface Plan {
  actions: { action: string; name: string; id: string | null; file: string | null }[];
  conflicts: unknown[];
  kept: string[];
}

async function sync(...args: string[]): Promise<{ code: number; plan: Plan }> {
  let written = '';
  const sink = (keep: boolean): Writable =>
    new Writable({
      write(chunk: Buffer, _, done) {
        if (keep) written += chunk.toString();
        done();
      },
    });
  const streams = { env: lab.env, stdin: Readable.from([]), stdout: sink(true), stderr: sink(false) };
  const code = await runCli(['--json', 'sync', ...args, folder()], streams);
  return { code, plan: JSON.parse(written) as Plan };
}
const folder = (): string => join(lab.folder, 'workflows');
const files = (): string[] => readdirSync(folder()).sort();

interface Edit {
  kind: 'rename' | 'delete' | 'create' | 'refer';
  side: 'here' | 'there';
  which: number;
}
const edits = fc.array(
  fc.record<Edit>({
    kind: fc.constantFrom('rename', 'delete', 'create', 'refer'),
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
async function organization(): Promise<Seen[]> {
  const { items } = await api.call<{ items: Seen[] }>('GET', '/v1/workflows?limit=200');
  return items
    .map(({ id, name, revision, state }) => ({ id, name, revision, state }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

let count = 0;
async function apply({ kind, side, which }: Edit): Promise<void> {
  count += 1;
  if (side === 'here') changeHere(kind, which, `W${count}`);
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
  const text = readFileSync(path, 'utf8').replace(/^description: .*\n/m, '');
  if (kind === 'delete') rmSync(path);
  else
    writeFileSync(
      path,
      text.replace(/^name: .*$/m, kind === 'rename' ? `name: ${fresh}` : `$&\ndescription: ${fresh}`),
    );
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
  const change = kind === 'rename' ? { name: fresh } : { description: fresh };
  if (kind === 'delete') await api.call('DELETE', path);
  else await api.request('PUT', path, { ...body, ...change }, { 'if-match': headers.get('etag') ?? '' });
}

async function begin(): Promise<void> {
  const { apiKey } = await system.createOrganization('Random edits');
  api = createApiClient(system.api.baseUrl, apiKey);
  lab?.remove();
  lab = openCliLab({ WORKFLOW_URL: api.baseUrl, WORKFLOW_API_KEY: apiKey });
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

test('a push does what its dry run said, or nothing, and then there is nothing left to do', async () => {
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
      // Exactly what was said was changed.
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
    }),
    { numRuns: 20 },
  );
});
