import { describe, expect, test } from '@jest/globals';
import { useTestStore } from '../../test/open-test-store.ts';
import { polledWorkflow } from '../../test/polled-workflow.ts';
import type { ClaimedPoll } from './claim-polls.ts';

const database = useTestStore();

const SYSTEM = { type: 'system' as const, id: null, name: 'test' };
const FOR_MS = 60_000;
const LIMITS = { limit: 10, forMs: FOR_MS, runningByOrganization: new Map(), limitPerOrganization: 10 };
const claim = (store = database.store) => store.polls.claim(LIMITS);
const foundItem = (id: string) => ({
  trigger: 'FEED' as const,
  starts: [{ entry: { id } }],
  position: { seen: [id] },
  nextInMs: 3_600_000,
  note: null,
});
const end = (poll: ClaimedPoll, id = 'a') => database.store.polls.end(poll, foundItem(id));
/** Lets the claims end, as if the executor had died long ago. */
const letClaimsEnd = () => database.sql(`UPDATE polls SET next_at = now() - interval '1 second'`);

async function claimOne(): Promise<ClaimedPoll> {
  const [poll, ...otherPolls] = await claim();
  expect(otherPolls).toEqual([]);
  return poll!;
}

test('a poll ends with its sessions and its position, once', async () => {
  const { workflowId, sessions, remove } = await polledWorkflow(database);
  const poll = await claimOne();
  expect(poll).toMatchObject({ workflowId, position: null });
  expect(await end(poll)).toBe(true);
  expect(await sessions()).toMatchObject([{ trigger: 'FEED', values: { entry: { id: 'a' } } }]);
  expect(await claim()).toEqual([]);
  await letClaimsEnd();
  expect((await claimOne()).position).toEqual({ seen: ['a'] });
  await remove();
});

test('two executors claim a poll once', async () => {
  const { remove } = await polledWorkflow(database);
  const stores = [database.store, database.another(), database.another()];
  expect((await Promise.all(stores.map((store) => claim(store)))).flat()).toHaveLength(1);
  await remove();
});

test('an organization whose polls take long leaves room for those of others', async () => {
  const slow = await polledWorkflow(database);
  await database.sql(`INSERT INTO polls SELECT (jsonb_populate_record(p,
    jsonb_build_object('component_id', gen_random_uuid(), 'next_at', now() - interval '1 hour'))).*
    FROM polls p, generate_series(1, 9)`);
  const underWay = new Map<string, number>();
  const claimAs = async () => {
    const claimed = await database.store.polls.claim({
      limit: 8,
      forMs: FOR_MS,
      runningByOrganization: underWay,
      limitPerOrganization: 4,
    });
    for (const { organizationId } of claimed) underWay.set(organizationId, (underWay.get(organizationId) ?? 0) + 1);
    return claimed.map(({ workflowId }) => workflowId);
  };
  expect(await claimAs()).toEqual(Array.from({ length: 4 }, () => slow.workflowId));
  const otherWorkflow = await polledWorkflow(database);
  expect(await claimAs()).toEqual([otherWorkflow.workflowId]);
  underWay.clear();
  expect(await claimAs()).toHaveLength(4);
  await slow.remove();
  await otherWorkflow.remove();
});

test('a claim takes no more polls than the executor may still run', async () => {
  const { remove } = await polledWorkflow(database);
  await database.sql(`INSERT INTO polls SELECT (jsonb_populate_record(p,
    jsonb_build_object('component_id', gen_random_uuid(), 'next_at', now() - interval '1 hour'))).*
    FROM polls p, generate_series(1, 9)`);
  const claimed = await database.store.polls.claim({ ...LIMITS, limit: 8, limitPerOrganization: 100 });
  expect(claimed).toHaveLength(8);
  await remove();
});

test('a poll that a second executor claimed after the first one died is ended by the second one alone', async () => {
  const { sessions, remove } = await polledWorkflow(database);
  const first = await claimOne();
  await letClaimsEnd();
  const second = await claimOne();
  expect(await end(first, 'late')).toBe(false);
  expect(await end(second)).toBe(true);
  await database.store.polls.fail(first, { message: 'late', nextInMs: 1, failures: 1 });
  expect(await end(first, 'later')).toBe(false);
  expect(await sessions()).toMatchObject([{ values: { entry: { id: 'a' } } }]);
  await remove();
});

test('a poll whose sessions cannot be stored retains its position', async () => {
  const { sessions, remove } = await polledWorkflow(database);
  const poll = await claimOne();
  const refused = { ...foundItem('a'), trigger: 'NONE' as never };
  await expect(database.store.polls.end(poll, refused)).rejects.toThrow('session_trigger');
  expect(await sessions()).toEqual([]);
  await letClaimsEnd();
  const again = await claimOne();
  expect(again.position).toBeNull();
  expect(await end(again)).toBe(true);
  expect(await sessions()).toHaveLength(1);
  await remove();
});

test.each(['publish', 'pause', 'unpublish'] as const)(
  'a poll during which a %s is committed stores nothing',
  async (change) => {
    const workflow = await polledWorkflow(database);
    const poll = await claimOne();
    await workflow[change]();
    expect(await end(poll)).toBe(false);
    expect(await workflow.sessions()).toEqual([]);
    expect((await claim()).map(({ position }) => position)).toEqual(change === 'publish' ? [null] : []);
    await workflow.remove();
  },
);

test('a position survives a pause and a version with the same source, and another source deletes it', async () => {
  const workflow = await polledWorkflow(database);
  await end(await claimOne());
  await workflow.pause();
  await workflow.resume();
  expect((await claimOne()).position).toEqual({ seen: ['a'] });
  await workflow.republish({ url: 'https://example.com/feed', everySeconds: 120 });
  expect((await claimOne()).position).toEqual({ seen: ['a'] });
  await workflow.republish({ url: 'https://example.com/other', everySeconds: 120 });
  expect((await claimOne()).position).toBeNull();
  await workflow.remove();
});

describe('polls that fail one after another', () => {
  const pollingOf = ({ organizationId, workflowId, componentId }: Awaited<ReturnType<typeof polledWorkflow>>) =>
    database.store.polls.read(organizationId, workflowId, componentId);
  /** Runs this many failing polls. The next one is an hour away. */
  async function failTimes(times: number): Promise<void> {
    for (let remaining = times; remaining > 0; remaining -= 1) {
      const poll = await claimOne();
      expect(poll.failures).toBe(times - remaining);
      const failed = { message: 'the server is down', nextInMs: 3_600_000, failures: poll.failures + 1 };
      await database.store.polls.fail(poll, failed);
      if (remaining > 1) await letClaimsEnd();
    }
  }

  test('are counted until one succeeds', async () => {
    const workflow = await polledWorkflow(database);
    await failTimes(3);
    expect(await pollingOf(workflow)).toMatchObject({ failures: 3, last: { ok: false } });
    expect(await claim()).toEqual([]);
    await letClaimsEnd();
    const poll = await claimOne();
    expect(poll.failures).toBe(3);
    await end(poll);
    expect(await pollingOf(workflow)).toMatchObject({ failures: 0, last: { ok: true } });
    await workflow.remove();
  });

  test('begin again immediately after a publish, and after a resume', async () => {
    const workflow = await polledWorkflow(database);
    await failTimes(2);
    await workflow.publish();
    await failTimes(2);
    await workflow.pause();
    expect(await pollingOf(workflow)).toMatchObject({ nextAt: null, failures: 2 });
    await workflow.resume();
    expect(await claimOne()).toMatchObject({ failures: 0 });
    await workflow.remove();
  });

  test('begin again immediately when the credential that they sign in with is changed', async () => {
    const content = (name: string) => ({ name, fields: {}, secrets: { password: name } });
    const workflow = await polledWorkflow(database);
    const credentials = database.store.credentials.organization(workflow.organizationId);
    const saved = await credentials.create(SYSTEM, 'imap', content('Mailbox'));
    const otherCredential = await credentials.create(SYSTEM, 'imap', content('Other'));
    if (saved.kind !== 'saved' || otherCredential.kind !== 'saved') throw new Error('They were not saved.');
    await database.sql(`UPDATE polls SET config = jsonb_build_object('credential', $1::text)`, [
      saved.credential.id.toUpperCase(),
    ]);
    await failTimes(2);
    await credentials.replace(SYSTEM, otherCredential.credential.id, {
      ...content('Another'),
      check: () => ({ problems: [], keepsSecrets: true }),
    });
    expect(await claim()).toEqual([]);
    await credentials.replace(SYSTEM, saved.credential.id, {
      ...content('Mailbox'),
      check: () => ({ problems: [], keepsSecrets: true }),
    });
    expect(await claimOne()).toMatchObject({ failures: 0 });
    await workflow.remove();
  });
});
