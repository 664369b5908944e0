import { expect, test } from '@jest/globals';
import { ABORTED, keepTrying } from './keep-trying.ts';

class Outage extends Error {
  readonly retryable = true;
}

test('an operation is repeated until PostgreSQL is back, and every failure is reported', async () => {
  const reported: unknown[] = [];
  let tries = 0;
  const operation = async (): Promise<string> => {
    tries += 1;
    if (tries <= 3) throw new Outage(`try ${tries}`);
    return 'written';
  };
  const result = keepTrying(operation, null, (error) => reported.push(error));
  expect(await result).toBe('written');
  expect(reported).toHaveLength(3);
});

test('an error that is no outage is thrown immediately', async () => {
  const refused = new Error('value refused');
  await expect(keepTrying(() => Promise.reject(refused), null)).rejects.toBe(refused);
});

test('a signal ends the wait between two tries', async () => {
  const stopping = new AbortController();
  let tries = 0;
  const operation = (): Promise<never> => {
    tries += 1;
    return Promise.reject(new Outage());
  };
  const result = keepTrying(operation, stopping.signal, () => stopping.abort());
  expect(await result).toBe(ABORTED);
  expect(tries).toBe(1);
});
