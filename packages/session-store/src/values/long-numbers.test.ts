import { expect, test } from '@jest/globals';
import { newStep, useTestStore, runningSession } from '../../test/open-test-store.ts';
import { isUnchangedByJsonb } from './key-order.ts';

const database = useTestStore();

/** jsonb writes it with 50 times as many characters. */
const VALUE = Array.from({ length: 20_000 }, () => 1e300);
const TEXT = JSON.stringify(VALUE);

test('numbers that jsonb would write out are read as they were sent, from each source', async () => {
  const { execution, sessions } = database.store;
  const { claimed, fence, session } = await runningSession(database.store, {
    placeholderValuesJson: `{"all":${TEXT}}`,
    unchangedByJsonb: isUnchangedByJsonb({ all: VALUE }),
  });
  expect(claimed.placeholderValues).toEqual({ all: VALUE });
  await execution.end(fence, { kind: 'succeeded', output: VALUE }, [newStep({ output: VALUE, input: null })]);
  const [read] = await database.sql<{ characters: number }>(
    `SELECT length(coalesce(s.ordered_values, s.placeholder_values::json)::text)
        + length(coalesce(s.ordered_output, s.output::json)::text)
        + length(coalesce(t.ordered_output, t.output::json)::text) AS characters
      FROM sessions s JOIN steps t ON t.session_id = s.id WHERE s.id = $1`,
    [session.id],
  );
  expect(read?.characters).toBeLessThan(3 * TEXT.length + 20);
  const view = await sessions.queries.find(session.organizationId, session.id);
  expect([view?.placeholderValues, view?.output]).toEqual([{ all: VALUE }, VALUE]);
});

test('an input counts with the size that it was sent with', async () => {
  const { execution, sessions } = database.store;
  const { fence, session } = await runningSession(database.store);
  const steps = [1, 2, 3].map((attempt) => newStep({ input: VALUE, attempt }));
  await execution.end(fence, { kind: 'succeeded', output: null }, steps);
  const range = { whole: true, maxBytes: 2 * TEXT.length + 1_000 };
  const page = await sessions.queries.stepPage(session.organizationId, session.id, range);
  expect(page).toMatchObject({ items: [{ input: VALUE }, { input: VALUE }], endsBySize: true });
});
