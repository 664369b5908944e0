import { afterAll, expect, test } from '@jest/globals';
import { CONVERSATIONS, ENDS } from './conversations.ts';
import { Clients, judgeChanges, verdictAt } from './judge-changes.ts';

/** The number of changes of each conversation. `pnpm fuzz` makes others at random, for a share of its time. */
const CHANGES = 60;
const SEED = 53;

const clients = new Clients();
afterAll(() => clients.stop());

test.each(Object.keys(CONVERSATIONS))('the conversation %s ends as it was recorded', async (name) => {
  const turns = CONVERSATIONS[name]!.map((bytes) => [bytes]);
  expect(await verdictAt(clients, name, turns, 10_000)).toBe(ENDS[name] ?? 'succeeded');
});

test.each(Object.keys(CONVERSATIONS))(
  'whatever changes in the conversation %s, a step ends with a code',
  async (name) => {
    const { faults } = await judgeChanges(clients, name, { seed: SEED, changes: CHANGES });
    expect(faults).toEqual([]);
  },
);
