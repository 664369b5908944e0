import { expect, test } from '@jest/globals';
import { ConnectionPools, type PoolOf } from './connection-pools.ts';

const never = new AbortController().signal;

/** A pool of numbered connections whose resets end as the test decides. */
function numbered() {
  const pools = new ConnectionPools({ maxConnections: 2, idleMs: 60_000, maxIdle: 10 });
  const state = { opened: 0, closed: [] as number[], resets: [] as PromiseWithResolvers<void>[] };
  const pool: PoolOf<number> = {
    key: 'one',
    version: '1',
    open: async () => (state.opened += 1),
    isOpen: (connection) => !state.closed.includes(connection),
    close: (connection) => void state.closed.push(connection),
    reset: () => {
      const reset = Promise.withResolvers<void>();
      state.resets.push(reset);
      return reset.promise;
    },
  };
  const use = (signal: AbortSignal = never, mayReuse = true) =>
    pools.use(pool, signal, async (connection) => ({ result: connection, mayReuse }));
  return { pools, state, use };
}

test('a use resolves before its connection is reset, and the next one waits for the reset', async () => {
  const { pools, state, use } = numbered();
  expect(await use()).toBe(1);
  const order: string[] = [];
  const next = use().then((connection) => order.push(`used ${connection}`));
  order.push('reset');
  state.resets[0]?.resolve();
  await next;
  expect(order).toEqual(['reset', 'used 1']);
  expect(state).toMatchObject({ opened: 1, closed: [] });
  pools.close();
});

test('a connection that cannot be reset is closed, and the next use gets another', async () => {
  const { pools, state, use } = numbered();
  await use();
  const next = use();
  state.resets[0]?.reject(new Error('DISCARD ALL is not supported'));
  expect(await next).toBe(2);
  expect(state.closed).toEqual([1]);
  state.resets[1]?.reject(new Error('DISCARD ALL is not supported'));
  expect(await use()).toBe(3);
  expect(state.closed).toEqual([1, 2]);
  pools.close();
});

test('a use that ends while it waits for a reset closes the connection', async () => {
  const { pools, state, use } = numbered();
  await use();
  const over = new AbortController();
  const next = use(over.signal);
  over.abort(new Error('the step is over'));
  await expect(next).rejects.toThrow('the step is over');
  expect(state.closed).toEqual([1]);
  expect(pools.idleCount).toBe(0);
  pools.close();
});

test('of two unused connections, the one that is reset is used', async () => {
  const { pools, state, use } = numbered();
  expect(await Promise.all([use(), use()])).toEqual([1, 2]);
  state.resets[0]?.resolve();
  // The pool takes note of it within this turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  expect(await use()).toBe(1);
  expect(state.closed).toEqual([]);
  pools.close();
});

test('a connection that may not be used again is closed without a reset', async () => {
  const { pools, state, use } = numbered();
  await use(never, false);
  expect(state).toMatchObject({ resets: [], closed: [1] });
  pools.close();
});
