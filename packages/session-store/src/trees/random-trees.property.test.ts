import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { useTestStore } from '../../test/open-test-store.ts';
import { openSessionTree, type Running, type SessionTree } from '../../test/session-tree.ts';

const database = useTestStore();

const ADMIN = { type: 'user', id: randomUUID(), name: 'admin@example.com' } as const;
const RETRY = { from: 'failed-step', version: 'pinned', enqueue: true } as const;
/** More sessions than a cancel examines immediately, so that some remain. */
const CROWD = 120;

/** A change of one session of the tree, by its place among all of them. */
const changes = fc.record({
  at: fc.nat(),
  what: fc.constantFrom('child', 'child', 'child', 'crowd', 'cancel', 'fail', 'succeed', 'retry', 'delete', 'part'),
});

type Answer = [answered: unknown, expected: unknown];

/** The expected state of a session. */
interface Expected {
  running: Running;
  parent: Expected | null;
  status: 'RUNNING' | 'CANCELLED' | 'FAILED' | 'SUCCEEDED';
  isGone: boolean;
  /** Queued children that never run, all in one state. */
  crowd: { ids: string[]; status: 'QUEUED' | 'CANCELLED' };
}

class Model {
  readonly sessions: Expected[] = [];

  add(running: Running, parent: Expected | null): void {
    const crowd: Expected['crowd'] = { ids: [], status: 'QUEUED' };
    this.sessions.push({ running, parent, status: 'RUNNING', isGone: false, crowd });
  }

  below(session: Expected): Expected[] {
    return this.sessions.filter(({ parent }) => parent === session).flatMap((child) => [child, ...this.below(child)]);
  }

  /** A success does not change the descendants. */
  end(session: Expected, status: 'CANCELLED' | 'FAILED' | 'SUCCEEDED'): void {
    session.status = status;
    if (status === 'SUCCEEDED') return;
    session.crowd.status = 'CANCELLED';
    for (const below of this.below(session)) {
      if (below.status === 'RUNNING') below.status = 'CANCELLED';
      below.crowd.status = 'CANCELLED';
    }
  }

  mayBeDeleted(session: Expected): boolean {
    const all = [session, ...this.below(session)];
    return all.every(
      ({ status, crowd }) => status !== 'RUNNING' && (crowd.ids.length === 0 || crowd.status !== 'QUEUED'),
    );
  }
}

/** Changes the tree and the model. @returns the answer, and the model's answer */
async function change(tree: SessionTree, model: Model, { at, what }: { at: number; what: string }): Promise<Answer> {
  const { execution, sessions, trees } = database.store;
  const session = model.sessions[at % model.sessions.length]!;
  const { running } = session;
  const isOpen = session.status === 'RUNNING' && !session.isGone;
  if (what === 'child' || what === 'crowd') {
    const ids = await tree.children(running, what === 'child' ? 1 : CROWD).catch(() => null);
    if (ids !== null && what === 'crowd') {
      if (session.crowd.status !== 'QUEUED') session.crowd = { ids: [], status: 'QUEUED' };
      session.crowd.ids.push(...ids);
    }
    if (ids !== null && what === 'child') model.add((await tree.claim(ids[0]!))!, session);
    return [ids !== null, isOpen];
  }
  if (what === 'fail' || what === 'succeed') {
    const end =
      what === 'succeed'
        ? { kind: 'succeeded' as const, output: null }
        : { kind: 'failed' as const, error: { code: 'X', message: 'x', componentId: null } };
    const isEnded = await execution.end(running.fence, end, []);
    if (isOpen) model.end(session, what === 'fail' ? 'FAILED' : 'SUCCEEDED');
    return [isEnded, isOpen];
  }
  if (what === 'cancel') {
    const { kind } = await sessions.commands.cancel(tree.organizationId, running.id);
    const expected = [session.isGone, isOpen || kind === 'cancelled'];
    if (isOpen) model.end(session, 'CANCELLED');
    return [[kind === 'not-found', kind === 'cancelled'], expected];
  }
  if (what !== 'part') return changeWhatEnded(tree, model, session, what);
  await trees.cancelParts();
  return [null, null];
}

/** Changes an ended session. Its rows must first have the state of the model. */
async function changeWhatEnded(tree: SessionTree, model: Model, session: Expected, what: string): Promise<Answer> {
  const { commands } = database.store.sessions;
  await tree.cancelAll();
  const { organizationId } = tree;
  const { id } = session.running;
  if (what === 'delete') {
    const { kind } = await commands.delete(organizationId, ADMIN, id);
    const expected = session.isGone ? 'not-found' : model.mayBeDeleted(session) ? 'deleted' : 'under-way';
    if (kind === 'deleted') for (const deleted of [session, ...model.below(session)]) deleted.isGone = true;
    return [kind, expected];
  }
  const isRetried = !session.isGone && (session.status === 'CANCELLED' || session.status === 'FAILED');
  const { kind } = await commands.retry(organizationId, id, RETRY);
  if (isRetried) {
    session.running = (await tree.claim(id))!;
    session.status = 'RUNNING';
  }
  return [kind === 'retried', isRetried];
}

async function rows(ids: readonly string[]): Promise<string[]> {
  const storedRows = await database.sql<{ status: string }>(
    `SELECT coalesce(s.status::text, 'none') AS status
      FROM unnest($1::uuid[]) WITH ORDINALITY i(id, n) LEFT JOIN sessions s ON s.id = i.id ORDER BY n`,
    [ids],
  );
  return storedRows.map(({ status }) => status);
}

test('trees that grow, end, are retried and deleted in any order have the reported states', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 5, maxLength: 25 }), async (all) => {
      const tree = await openSessionTree(database);
      const model = new Model();
      model.add(await tree.root(), null);
      for (const one of all) {
        const [answered, expected] = await change(tree, model, one);
        expect([one.what, answered]).toEqual([one.what, expected]);
      }
      const { trees } = database.store;
      while ((await trees.cancelParts()) || (await trees.deleteParts()));
      const { sessions } = model;
      expect(await rows(sessions.map(({ running }) => running.id))).toEqual(
        sessions.map(({ isGone, status }) => (isGone ? 'none' : status)),
      );
      for (const { isGone, crowd } of sessions)
        expect(new Set(await rows(crowd.ids))).toEqual(
          new Set(crowd.ids.length === 0 ? [] : [isGone ? 'none' : crowd.status]),
        );
    }),
    { numRuns: 12 },
  );
});
