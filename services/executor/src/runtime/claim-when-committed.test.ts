import { expect, test } from '@jest/globals';
import { claimWhenCommitted } from './claim-when-committed.ts';

/** Returns a claim of a session whose row exists from the request number `from` on. */
function claimFrom(from: number) {
  const asked = { times: 0 };
  const claim = async (): Promise<string | null> => {
    asked.times += 1;
    return asked.times >= from ? 'claimed' : null;
  };
  return { asked, claim };
}

const never = new AbortController().signal;

test('a session that was enqueued after its commit is asked for once', async () => {
  const { asked, claim } = claimFrom(2);
  expect(await claimWhenCommitted({ isEarly: false }, claim, never)).toBeNull();
  expect(asked.times).toBe(1);
});

test('a session that was enqueued before its commit is asked for until its row exists', async () => {
  const { asked, claim } = claimFrom(8);
  expect(await claimWhenCommitted({ isEarly: true }, claim, never)).toBe('claimed');
  expect(asked.times).toBe(8);
});

test('a session whose row never exists is given up', async () => {
  const { asked, claim } = claimFrom(Infinity);
  expect(await claimWhenCommitted({ isEarly: true }, claim, never)).toBeNull();
  expect(asked.times).toBe(15);
});

test('an executor that stops does not wait for a row', async () => {
  const { asked, claim } = claimFrom(Infinity);
  const stopping = AbortSignal.abort();
  expect(await claimWhenCommitted({ isEarly: true }, claim, stopping)).toBeNull();
  expect(asked.times).toBe(1);
});
