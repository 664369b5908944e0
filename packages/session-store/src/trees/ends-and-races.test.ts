import { describe, expect, test } from '@jest/globals';
import { newSession, waitFor } from '@workflow/test-harness';
import { locksWaitedFor, newStep, useTestStore } from '../../test/open-test-store.ts';
import { COMPONENT, openSessionTree, type Running, type SessionTree } from '../../test/session-tree.ts';

const database = useTestStore();

const SUCCEEDED = { kind: 'succeeded' as const, output: null };

/** Actions of executors on a descendant. Each returns whether it took effect. */
const ACTIONS: Record<string, (tree: SessionTree, leaf: Running, queued: string) => Promise<boolean>> = {
  'a claim': async (tree, _leaf, queued) => (await tree.claim(queued)) !== null,
  'a step that begins': (_tree, leaf) =>
    database.store.execution.recordSteps(leaf.fence, [newStep({ status: 'RUNNING', finishedAt: null })]),
  'an end': (_tree, leaf) => database.store.execution.end(leaf.fence, SUCCEEDED, []),
  'a start of children': async (_tree, leaf) => {
    const child = { id: newSession().id, workflowId: leaf.id, componentId: leaf.id, placeholderValues: {} };
    const parent = { componentId: COMPONENT, run: 1 };
    const { kind } = await database.store.execution.startChildren(leaf.fence, parent, [{ ...child, iteration: 0 }]);
    return kind !== 'fence-lost';
  },
};

async function threeGenerations() {
  const tree = await openSessionTree(database);
  const root = await tree.root();
  const middle = await tree.child(root);
  const leaf = await tree.child(middle);
  const [queued = ''] = await tree.children(middle, 1);
  return { tree, root, leaf, queued };
}

describe.each(Object.entries(ACTIONS))('%s', (_name, act) => {
  test('that began before the end of an ancestor was committed waits for it, and has no effect', async () => {
    const { tree, root, leaf, queued } = await threeGenerations();
    const ending = await database.connect();
    await ending.query('BEGIN');
    await ending.query(`SELECT lock_trees('{}', ARRAY[$1::uuid])`, [root.id]);
    await ending.query(`UPDATE parent_sessions SET ended_number = nextval('tree_numbers') WHERE session_id = $1`, [
      root.id,
    ]);
    const acted = act(tree, leaf, queued);
    await waitFor(async () => (await locksWaitedFor(database)) === 1);
    await ending.query('COMMIT');
    expect(await acted).toBe(false);
  });

  test('that is not committed yet delays the end of an ancestor', async () => {
    const { tree, root, leaf, queued } = await threeGenerations();
    const acting = await database.connect();
    await acting.query('BEGIN');
    await acting.query('SELECT ended_above($1::uuid[])', [[leaf.id, queued]]);
    const cancelled = database.store.sessions.commands.cancel(tree.organizationId, root.id);
    await waitFor(async () => (await locksWaitedFor(database)) === 1);
    expect(await tree.statuses([root.id])).toEqual(['RUNNING']);
    await acting.query('COMMIT');
    expect(await cancelled).toMatchObject({ kind: 'cancelled' });
    expect(await act(tree, leaf, queued)).toBe(false);
  });

  test('during the end of another tree of the organization does not wait', async () => {
    const [{ tree, leaf, queued }, otherTree] = [await threeGenerations(), await threeGenerations()];
    const ending = await database.connect();
    await ending.query('BEGIN');
    await ending.query(`SELECT lock_trees('{}', ARRAY[$1::uuid])`, [otherTree.root.id]);
    expect(await act(tree, leaf, queued)).toBe(true);
    await ending.query('COMMIT');
  });
});

test('children that are being created while their parent is cancelled are ended with it', async () => {
  const tree = await openSessionTree(database);
  const root = await tree.root();
  const outcomes = await Promise.allSettled([
    ...Array.from({ length: 20 }, () => tree.children(root, 20)),
    database.store.sessions.commands.cancel(tree.organizationId, root.id),
  ]);
  const effects = outcomes.flatMap((outcome) =>
    outcome.status === 'fulfilled' && Array.isArray(outcome.value) ? outcome.value : [],
  );
  expect(await Promise.all(effects.map((id) => tree.claim(id)))).toEqual(effects.map(() => null));
  await tree.cancelAll();
  expect((await tree.statuses(effects)).filter((status) => status !== 'CANCELLED')).toEqual([]);
});
