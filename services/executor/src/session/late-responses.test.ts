import { expect, test } from '@jest/globals';
import type { Flow } from '@workflow/workflow-model';
import { chain, component, sessionFixture } from './testing/session-fixture.ts';

/** Runs a session that was accepted an hour ago. Returns the number of stored responses. */
async function responsesAfterAnHour(flow: Flow): Promise<number> {
  const webhook = component('in', 'webhook', { response: {} }, { output: 'request' });
  const { run, store } = sessionFixture({ ...chain(webhook, component('r', 'respond', { body: 'yes' })), flow });
  let stored = 0;
  store.respond = () => {
    stored += 1;
    return Promise.resolve(true);
  };
  const id = uuidv7At(Date.now() - 3_600_000);
  expect(await run({ id, placeholderValues: { request: '{}' } })).toMatchObject({ kind: 'succeeded' });
  return stored;
}

function uuidv7At(timeMs: number): string {
  const hex = timeMs.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000001`;
}

test('a response is stored for the last sender of a session that gathered for an hour', async () => {
  expect(await responsesAfterAnHour({ gather: { quietSeconds: 60, maxSeconds: 7_200 } })).toBe(1);
});

test('no response is stored for a session whose sender no longer waits', async () => {
  expect(await responsesAfterAnHour({})).toBe(0);
});
