import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from '@jest/globals';
import { newStep, useTestStore, runningSession } from '../../test/open-test-store.ts';
import type { SessionStore } from '../open-session-store.ts';

const hidden = { value: { card: '4111' }, sensitive: ['4111'] };
const organizationId = randomUUID();

const database = useTestStore();
beforeAll(async () => {
  await database.sql(`INSERT INTO organizations (id, name, slug) VALUES ($1, 'Test', 'test')`, [organizationId]);
});

async function hiddenSession() {
  const { session, claimed, fence } = await runningSession(database.store, {
    organizationId,
    placeholderValuesJson: '{"card":"•••"}',
    hidden,
  });
  const output = { output: '•••', hidden: { organizationId, value: 'the 4111', sensitive: [] } };
  await database.store.execution.recordSteps(fence, [newStep(output)]);
  const open = (store: SessionStore) =>
    store.execution.openStart(organizationId, session.id, claimed.hidden ?? new Uint8Array());
  return { session, claimed, open };
}

test('what is masked is opened by the claim, and by the executor that resumes the session', async () => {
  const { session, claimed, open } = await hiddenSession();
  expect(claimed.placeholderValues).toEqual({ card: '•••' });
  expect(await open(database.store)).toEqual(hidden);
  const steps = await database.store.execution.readSteps(organizationId, session.id, 1);
  expect(steps.map(({ output }) => output)).toEqual(['the 4111']);
});

test('a sealed value opens for its own session alone', async () => {
  const [{ claimed }, otherSession] = [await hiddenSession(), await hiddenSession()];
  const { openStart } = database.store.execution;
  await expect(openStart(organizationId, otherSession.session.id, claimed.hidden as Uint8Array)).rejects.toThrow(
    'sealed',
  );
});

test('a changed SECRETS_KEY opens it with the one before, and alone once the keys are resealed', async () => {
  const { open } = await hiddenSession();
  const secretsKey = randomBytes(32);
  const previousSecretsKeys = [database.options.secretsKey];
  await expect(open(database.another({ secretsKey }))).rejects.toThrow('SECRETS_KEY');
  const withBothKeys = database.another({ secretsKey, previousSecretsKeys });
  expect(await open(withBothKeys)).toEqual(hidden);
  expect(await withBothKeys.operator.resealSecrets('test')).toMatchObject({ resealed: 1, unreadable: 0 });
  expect(await open(database.another({ secretsKey }))).toEqual(hidden);
});
