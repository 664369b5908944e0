import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { locksWaitedFor, newStep, useTestStore } from '../../test/open-test-store.ts';
import { openSessionTree, type SessionTree } from '../../test/session-tree.ts';

const database = useTestStore();

const ADMIN = { type: 'user', id: randomUUID(), name: 'admin@example.com' } as const;
const SUCCEEDED = { kind: 'succeeded' as const, output: null };
const RETRY = { from: 'failed-step', version: 'pinned', enqueue: true } as const;

/** Creates a cancelled root with 700 children, one of which has 600. */
async function endedTree() {
  const tree = await openSessionTree(database);
  const root = await tree.root();
  const middle = await tree.child(root);
  const leaf = await tree.child(middle);
  const children = await tree.children(root, 699);
  const grandchildren = await tree.children(middle, 599);
  await database.store.execution.recordSteps(leaf.fence, [newStep()]);
  await database.store.sessions.commands.cancel(tree.organizationId, root.id);
  return { tree, root, middle, leaf, below: [middle.id, leaf.id, ...children, ...grandchildren] };
}

const TABLES = {
  sessions: 'id',
  steps: 'session_id',
  parent_sessions: 'session_id',
  tree_sizes: 'root_id',
  deleted_sessions: 'session_id',
  flow_entries: 'session_id',
};

/** Counts the remaining rows of sessions in each table. */
async function rowsOf(ids: readonly string[]): Promise<Record<string, number>> {
  const counts = await Promise.all(
    Object.entries(TABLES).map(async ([table, column]) => {
      const [row] = await database.sql<{ count: number }>(
        `SELECT count(*)::int AS count FROM ${table} WHERE ${column} = ANY ($1::uuid[])`,
        [ids],
      );
      return [table, row?.count ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts);
}

const NOTHING = Object.fromEntries(Object.keys(TABLES).map((table) => [table, 0]));

const remove = (tree: SessionTree, id: string) =>
  database.store.sessions.commands.delete(tree.organizationId, ADMIN, id);

test('after the answer to a delete, nobody finds the session or its descendants', async () => {
  const { queries, commands } = database.store.sessions;
  const { tree, root, middle, leaf, below } = await endedTree();
  await tree.cancelAll();
  expect(await remove(tree, root.id)).toEqual({ kind: 'deleted' });

  expect((await rowsOf(below)).sessions).toBe(below.length);
  const { organizationId } = tree;
  for (const id of [root.id, middle.id, leaf.id]) {
    expect(await queries.find(organizationId, id)).toBeNull();
    expect(await queries.findWithoutValues(organizationId, id)).toBeNull();
    expect(await queries.stepPage(organizationId, id)).toBeNull();
    expect(await queries.definition(organizationId, id)).toBeNull();
    expect(await commands.retry(organizationId, id, RETRY)).toEqual({ kind: 'not-found' });
    expect(await commands.cancel(organizationId, id)).toEqual({ kind: 'not-found' });
    expect(await remove(tree, id)).toEqual({ kind: 'not-found' });
  }
  expect(await queries.states(organizationId, below)).toEqual([]);
  expect(await queries.marks([leaf.id])).toEqual([]);
  expect(await queries.ended([leaf.id])).toEqual([]);
  for (const filter of [{}, { parentId: root.id }, { status: 'CANCELLED' as const }])
    expect((await queries.list(organizationId, filter, { limit: 10 })).items).toEqual([]);
  const limits = { maxBytes: 1e6, maxSessionBytes: 1e6 };
  expect((await queries.read(organizationId, below, limits)).items).toEqual([]);
  const bulk = { action: 'retry', filter: {}, fromStart: false, perMinute: null, dryRun: true } as const;
  expect(await database.store.operations.start(organizationId, bulk)).toMatchObject({ matched: 0 });

  while (await database.store.trees.deleteParts());
  expect(await rowsOf([root.id, ...below])).toEqual(NOTHING);
});

test('a deletion in parts continues where another process died, a bounded number of rows at a time', async () => {
  const { tree, root, below } = await endedTree();
  const another = await endedTree();
  await remove(tree, root.id);
  const dying = await database.connect();
  await dying.query('BEGIN');
  await dying.query('SELECT FROM deleted_sessions FOR UPDATE');
  expect(await database.store.trees.deleteParts()).toBe(false);
  await dying.query('ROLLBACK');

  const otherStore = database.another();
  const counts = [below.length];
  while (await otherStore.trees.deleteParts()) counts.push((await rowsOf(below)).sessions ?? 0);
  expect(Math.max(...counts.slice(1).map((count, index) => counts[index]! - count))).toBeLessThanOrEqual(500);
  expect(await rowsOf([root.id, ...below])).toEqual(NOTHING);
  expect((await rowsOf(another.below)).sessions).toBe(another.below.length);
});

test('sessions that a cancel did not reach yet are deleted too, while parts of the cancel continue', async () => {
  const { tree, root, leaf, below } = await endedTree();
  expect(await remove(tree, root.id)).toEqual({ kind: 'deleted' });
  expect(await database.store.execution.end(leaf.fence, SUCCEEDED, [])).toBe(false);
  const otherStore = database.another();
  const runTimes = async (one: () => Promise<boolean>) => {
    for (let idle = 0; idle < 3;) idle = (await one()) ? 0 : idle + 1;
  };
  await Promise.all([
    runTimes(() => database.store.trees.cancelParts()),
    runTimes(() => otherStore.trees.deleteParts()),
    runTimes(() => database.store.trees.deleteParts()),
  ]);
  while ((await database.store.trees.cancelParts()) || (await otherStore.trees.deleteParts()));
  expect(await rowsOf([root.id, ...below])).toEqual(NOTHING);
});

test('a session that is retried during a delete does not run, at any depth and after each part', async () => {
  const { tree, root, leaf, middle, below } = await endedTree();
  await tree.cancelAll();
  const again = await database.connect();
  await again.query('BEGIN');
  await again.query(
    `UPDATE sessions SET status = 'QUEUED', run = run + 1, finished_at = NULL, enqueued_at = now(),
      tree_number = nextval('tree_numbers') WHERE id = $1`,
    [leaf.id],
  );
  await remove(tree, root.id);
  await again.query('COMMIT');
  expect(await tree.claim(leaf.id)).toBeNull();
  while (await database.store.trees.deleteParts()) expect(await tree.claim(leaf.id)).toBeNull();
  expect(await rowsOf([root.id, middle.id, ...below])).toEqual(NOTHING);
});

test('a delete waits for uncommitted changes of descendants', async () => {
  const { tree, root, leaf } = await endedTree();
  const acting = await database.connect();
  await acting.query('BEGIN');
  await acting.query('SELECT ended_above($1::uuid[])', [[leaf.id]]);
  const removed = remove(tree, root.id);
  await waitFor(async () => (await locksWaitedFor(database)) === 1);
  expect(await tree.statuses([root.id])).toEqual(['CANCELLED']);
  await acting.query('COMMIT');
  expect(await removed).toEqual({ kind: 'deleted' });
  while (await database.store.trees.deleteParts());
});

test('a descendant under way prevents the deletion of the tree, wherever it is', async () => {
  const { execution } = database.store;
  const tree = await openSessionTree(database);
  const root = await tree.root();
  const middle = await tree.child(root);
  await tree.children(root, 10);
  const leaf = await tree.child(middle);
  for (const { fence } of [middle, root]) await execution.end(fence, SUCCEEDED, []);
  expect(await remove(tree, root.id)).toEqual({ kind: 'under-way', status: 'QUEUED', isChild: true });
  expect(await remove(tree, middle.id)).toEqual({ kind: 'under-way', status: 'RUNNING', isChild: true });
  await execution.end(leaf.fence, SUCCEEDED, []);
  expect(await remove(tree, middle.id)).toEqual({ kind: 'deleted' });
});
