import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { StoreUnavailableError, type ClaimedSession, type Execution } from '@workflow/session-store';
import { waitFor } from '@workflow/test-harness';
import { LARGE_VALUES, openExecutorFixture, type ExecutorFixture } from './executor-fixture.ts';

let fixture: ExecutorFixture;
beforeEach(async () => {
  fixture = await openExecutorFixture(null);
});
afterEach(() => fixture.stop());

/** Commits the first claim, and then loses its answer. */
const loseFirstAnswer =
  (error: Error) =>
  ({ claim }: Execution): Execution['claim'] => {
    let lost = false;
    return async (request) => {
      const claimed = await claim(request);
      if (lost || claimed === null) return claimed;
      lost = true;
      throw error;
    };
  };

test.each([
  ['asks again', new StoreUnavailableError('the connection broke')],
  ['hands it back when it cannot ask again', new Error('no such error was thought of')],
])('a session whose claim was not answered runs without a crash: the executor %s', async (_what, error) => {
  const ran: ClaimedSession[] = [];
  await fixture.start(
    async (claimed) => {
      ran.push(claimed);
      return { kind: 'succeeded', output: null, steps: [] };
    },
    { claim: loseFirstAnswer(error) },
  );
  const session = await fixture.accept({ placeholderValuesJson: LARGE_VALUES });
  await waitFor(async () => (await fixture.statusOf(session)) === 'SUCCEEDED');
  expect(ran).toEqual([expect.objectContaining({ id: session.id, claimNumber: 2, crashes: 0, resumed: true })]);
});
