import { expect, test } from '@jest/globals';
import { newStep, useTestStore } from '../../test/open-test-store.ts';
import { COMPONENT, openSessionTree, type SessionTree } from '../../test/session-tree.ts';

const database = useTestStore({ maxDescendants: 1_000 });

const FAILED = { kind: 'failed' as const, error: { code: 'X', message: 'x', componentId: null } };
const SUCCEEDED = { kind: 'succeeded' as const, output: null };
const WAITING = { kind: 'waiting' as const, dueAt: null, childrenSeen: 0 };

test('after the answer to a cancel, no descendant is claimed, begins a step, starts children or ends', async () => {
  const { execution, sessions } = database.store;
  const tree = await openSessionTree(database);
  const root = await tree.root();
  const many = await tree.children(root, 300);
  const middle = await tree.child(root);
  const leaf = await tree.child(middle);
  const [queued = ''] = await tree.children(middle, 1);

  expect(await sessions.commands.cancel(tree.organizationId, root.id)).toMatchObject({ kind: 'cancelled' });

  // There are more descendants than are cancelled immediately, so their rows are unchanged.
  expect(await tree.statuses([root.id, middle.id, leaf.id, queued])).toEqual([
    'CANCELLED',
    'RUNNING',
    'RUNNING',
    'QUEUED',
  ]);
  expect(await tree.claim(queued)).toBeNull();
  expect(await execution.recordSteps(leaf.fence, [newStep({ status: 'RUNNING', finishedAt: null })])).toBe(false);
  for (const end of [SUCCEEDED, FAILED, WAITING, { kind: 'released' as const }])
    expect(await execution.end(leaf.fence, end, [newStep()])).toBe(false);
  const grandchild = { id: many[0] ?? '', workflowId: root.id, componentId: root.id, placeholderValues: {} };
  expect(
    await execution.startChildren(leaf.fence, { componentId: COMPONENT, run: 1 }, [{ ...grandchild, iteration: 0 }]),
  ).toEqual({ kind: 'fence-lost' });

  await tree.cancelAll();
  expect(new Set(await tree.statuses([middle.id, leaf.id, queued, ...many]))).toEqual(new Set(['CANCELLED']));
});

test('the end of a session in the middle ends its descendants, and no other branch', async () => {
  const tree = await openSessionTree(database);
  const root = await tree.root();
  const [failing, sibling] = [await tree.child(root), await tree.child(root)];
  const below = await tree.child(failing);
  const lowest = [...(await tree.children(below, 300)), ...(await tree.children(failing, 1))];
  const [nephew = ''] = await tree.children(sibling, 1);

  expect(await database.store.execution.end(failing.fence, FAILED, [])).toBe(true);
  expect(await database.store.execution.end(below.fence, SUCCEEDED, [])).toBe(false);
  expect(await Promise.all(lowest.slice(0, 3).map((id) => tree.claim(id)))).toEqual([null, null, null]);
  expect(await tree.claim(nephew)).not.toBeNull();

  await tree.cancelAll();
  expect(await tree.statuses([root.id, failing.id, sibling.id, nephew])).toEqual([
    'RUNNING',
    'FAILED',
    'RUNNING',
    'RUNNING',
  ]);
  expect(new Set(await tree.statuses([below.id, ...lowest]))).toEqual(new Set(['CANCELLED']));
});

test('the descendants of a session that succeeded without waiting for them are ended too', async () => {
  const tree = await openSessionTree(database);
  const root = await tree.root();
  const succeeded = await tree.child(root);
  const remainingChild = await tree.child(succeeded);
  expect(await database.store.execution.end(succeeded.fence, SUCCEEDED, [])).toBe(true);
  await database.store.sessions.commands.cancel(tree.organizationId, root.id);
  expect(await database.store.execution.end(remainingChild.fence, SUCCEEDED, [])).toBe(false);
  await tree.cancelAll();
  expect(await tree.statuses([succeeded.id, remainingChild.id])).toEqual(['SUCCEEDED', 'CANCELLED']);
});

test('a retry below an ended session runs, and an end after it ends it again', async () => {
  const { execution, sessions } = database.store;
  const tree = await openSessionTree(database);
  const root = await tree.root();
  const child = await tree.child(root);
  await tree.children(child, 300);
  const grandchild = await tree.child(child);
  await execution.end(grandchild.fence, FAILED, []);
  await sessions.commands.cancel(tree.organizationId, root.id);

  const retry = { from: 'failed-step', version: 'pinned', enqueue: true } as const;
  await sessions.commands.retry(tree.organizationId, grandchild.id, retry);
  const again = await tree.claim(grandchild.id);
  await tree.cancelAll();
  expect(await tree.statuses([child.id, grandchild.id])).toEqual(['CANCELLED', 'RUNNING']);
  expect(await execution.recordSteps(again!.fence, [newStep()])).toBe(true);

  await sessions.commands.retry(tree.organizationId, root.id, retry);
  const newRun = (await tree.claim(root.id))!;
  expect(await tree.child(newRun)).not.toBeNull();
  await sessions.commands.cancel(tree.organizationId, root.id);
  expect(await execution.end(again!.fence, SUCCEEDED, [])).toBe(false);
  await tree.cancelAll();
  expect(await tree.statuses([grandchild.id])).toEqual(['CANCELLED']);
});

test('of several processes that cancel in parts, each continues where another one died', async () => {
  const tree = await openSessionTree(database);
  const root = await tree.root();
  const children = [...(await tree.children(root, 400)), ...(await tree.children(root, 400))];
  await database.store.sessions.commands.cancel(tree.organizationId, root.id);
  const countOf = async () => (await tree.statuses(children)).filter((status) => status === 'CANCELLED').length;

  const dying = await database.connect();
  await dying.query('BEGIN');
  await dying.query('SELECT FROM parent_sessions WHERE session_id = $1 FOR UPDATE', [root.id]);
  expect(await database.store.trees.cancelParts()).toBe(false);
  await dying.query('ROLLBACK');

  const otherStore = database.another();
  const counts = [await countOf()];
  while (await otherStore.trees.cancelParts()) counts.push(await countOf());
  expect(Math.max(...counts.slice(1).map((count, index) => count - counts[index]!))).toBeLessThanOrEqual(500);
  expect(counts.at(-1)).toBe(800);
});

test('organizations take turns, however much one of them has', async () => {
  const trees = [await openSessionTree(database), await openSessionTree(database)];
  for (const tree of trees) {
    const root = await tree.root();
    await tree.children(root, 900);
    await database.store.sessions.commands.cancel(tree.organizationId, root.id);
  }
  const countOf = async (tree: SessionTree) => {
    const [row] = await database.sql<{ count: number }>(
      `SELECT count(*)::int AS count FROM sessions WHERE organization_id = $1 AND status = 'CANCELLED'`,
      [tree.organizationId],
    );
    return row?.count ?? 0;
  };
  const before = await Promise.all(trees.map(countOf));
  await database.store.trees.cancelParts();
  const after = await Promise.all(trees.map(countOf));
  expect(after.map((count, index) => count - before[index]!)).toEqual([500, 500]);
});

test('a root creates as many sessions as are allowed, at any depth and by any number of parents', async () => {
  const tree = await openSessionTree(database);
  const root = await tree.root();
  const parents = await Promise.all(Array.from({ length: 5 }, () => tree.child(root)));
  const outcomes = await Promise.allSettled(
    parents.flatMap((parent) => [tree.children(parent, 150), tree.children(parent, 150)]),
  );
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  expect(refused).toHaveLength(4);
  expect(String((refused[0] as PromiseRejectedResult).reason)).toContain('TOO_MANY_DESCENDANTS');
  await tree.children(root, 95);
  await expect(tree.children(root, 1)).rejects.toThrow('at most 1000 sessions');
  const [row] = await database.sql<{ count: number }>(
    'SELECT count(*)::int AS count FROM sessions WHERE organization_id = $1 AND parent_id IS NOT NULL',
    [tree.organizationId],
  );
  expect(row?.count).toBe(1_000);
});
