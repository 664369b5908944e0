import { afterEach, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { GroupCommit } from './group-commit.ts';
import { StoreConflictError, StoreOverloadedError, StoreUnavailableError } from './store-errors.ts';

afterEach(() => void jest.useRealTimers());

interface Row {
  key: string;
  bad: boolean;
}

const SETTINGS = { keyOf: (row: Row) => row.key, maxBatch: 8, maxPending: 1_000, maxFlushes: 1, flushTimeoutMs: 5_000 };
const rows = fc.array(fc.record({ key: fc.string({ maxLength: 2 }), bad: fc.boolean() }), { maxLength: 60 });

test('each item gets its own answer, whatever fails next to it', async () => {
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 3 }), async (items, maxFlushes) => {
      let underWay = 0;
      let mostUnderWay = 0;
      const written: Row[] = [];
      const batches: Row[][] = [];
      const group = new GroupCommit<Row, Row>({
        ...SETTINGS,
        maxFlushes,
        flush: async (batch) => {
          underWay += 1;
          mostUnderWay = Math.max(mostUnderWay, underWay);
          batches.push(batch);
          await new Promise(setImmediate);
          underWay -= 1;
          if (batch.some(({ bad }) => bad)) throw new Error('bad row');
          written.push(...batch);
          return batch;
        },
      });
      const outcomes = await Promise.allSettled(items.map((item) => group.add(item)));
      expect(outcomes).toEqual(
        items.map((item) =>
          item.bad ? { status: 'rejected', reason: new Error('bad row') } : { status: 'fulfilled', value: item },
        ),
      );
      expect(written).toHaveLength(items.filter(({ bad }) => !bad).length);
      // The check is here, because the group commit handles an error of a flush as a bad row, and repeats the batch in
      // halves.
      expect(mostUnderWay).toBeLessThanOrEqual(maxFlushes);
      for (const batch of batches) {
        const keys = batch.map(({ key }) => key);
        expect(keys).toEqual([...new Set(keys)].sort((a, b) => (a < b ? -1 : 1)));
        expect(batch.length).toBeLessThanOrEqual(SETTINGS.maxBatch);
      }
      await group.idle();
      expect(group.pending).toBe(0);
    }),
    { numRuns: 50 },
  );
});

test('items of one key are flushed one after another, in their order', async () => {
  const batches: string[][] = [];
  const group = new GroupCommit<string, string>({
    ...SETTINGS,
    keyOf: (item) => item[0] ?? '',
    flush: async (items) => {
      batches.push(items);
      return items;
    },
  });
  await Promise.all(['a1', 'b1', 'a2', 'a3'].map((item) => group.add(item)));
  expect(batches).toEqual([['a1', 'b1'], ['a2'], ['a3']]);
});

test('heavy items fill a batch, and the next one begins at the same time', async () => {
  const batches: number[][] = [];
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const group = new GroupCommit<number, number>({
    ...SETTINGS,
    maxFlushes: 2,
    keyOf: String,
    weightOf: (item) => item,
    maxWeight: 10,
    maxPendingWeight: 40,
    flush: async (batch) => {
      batches.push(batch);
      await opened;
      return batch;
    },
  });
  const heavy = [11, 12, 13, 14].map((item) => group.add(item));
  await expect(group.add(15)).rejects.toThrow(StoreOverloadedError);
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(batches).toEqual([[11], [12]]);
  open();
  expect(await Promise.all(heavy)).toEqual([11, 12, 13, 14]);
  expect(batches).toEqual([[11], [12], [13], [14]]);
});

test('a few items wait until a flush ends, many are flushed during it', async () => {
  const batches: number[] = [];
  let open: () => void = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const group = new GroupCommit<number, number>({
    ...SETTINGS,
    maxBatch: 512,
    maxFlushes: 2,
    keyOf: String,
    flush: async (batch) => {
      batches.push(batch.length);
      await opened;
      return batch;
    },
  });
  const turns = async (): Promise<void> => {
    for (let index = 0; index < 3; index += 1) await new Promise(setImmediate);
  };
  const added = [group.add(0)];
  await turns();
  for (let item = 1; item <= 31; item += 1) added.push(group.add(item));
  await turns();
  expect(batches).toEqual([1]);
  added.push(group.add(32));
  await turns();
  expect(batches).toEqual([1, 32]);
  open();
  await Promise.all(added);
});

test('items that wait during a flush go into the next one together', async () => {
  const batches: number[] = [];
  let open: () => void = () => {};
  const group = new GroupCommit<Row, boolean>({
    ...SETTINGS,
    maxBatch: 100,
    flush: async (batch) => {
      batches.push(batch.length);
      if (batches.length === 1) await new Promise<void>((resolve) => (open = resolve));
      return batch.map(() => true);
    },
  });
  const first = group.add({ key: 'first', bad: false });
  await new Promise(setImmediate);
  const otherItems = Array.from({ length: 50 }, (_, index) => group.add({ key: `${index}`, bad: false }));
  open();
  await Promise.all([first, ...otherItems]);
  expect(batches).toEqual([1, 50]);
});

test('after a flush of a medium number of items the next one waits for more', async () => {
  // The real clock would go on while a slow machine pauses, and the wait could end before the late items are added.
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
  const batches: number[] = [];
  const lingerMs = 50;
  const group = new GroupCommit<Row, Row>({
    ...SETTINGS,
    maxBatch: 100,
    lingerMs,
    flush: (batch) => {
      batches.push(batch.length);
      return Promise.resolve(batch);
    },
  });
  const add = (count: number, name: string) =>
    Promise.all(Array.from({ length: count }, (_, index) => group.add({ key: `${name}${index}`, bad: false })));
  await add(20, 'first');
  const early = add(3, 'early');
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  const late = add(4, 'late');
  await jest.advanceTimersByTimeAsync(lingerMs);
  await Promise.all([early, late]);
  const enough = add(40, 'enough');
  await jest.advanceTimersByTimeAsync(lingerMs);
  await enough;
  // The next flush begins immediately, however many items were written before.
  const afterFew = add(3, 'few');
  await new Promise(setImmediate);
  const alone = afterFew.then(() => add(1, 'alone'));
  await afterFew;
  await new Promise(setImmediate);
  expect(batches).toEqual([20, 7, 40, 3, 1]);
  await alone;
});

test('without PostgreSQL a batch fails immediately, as a whole', async () => {
  let flushes = 0;
  const group = new GroupCommit<Row, never>({
    ...SETTINGS,
    flush: () => {
      flushes += 1;
      return Promise.reject(new StoreUnavailableError('away'));
    },
  });
  const outcomes = await Promise.allSettled(
    Array.from({ length: 8 }, (_, index) => group.add({ key: `${index}`, bad: false })),
  );
  expect(
    outcomes.every((outcome) => outcome.status === 'rejected' && outcome.reason instanceof StoreUnavailableError),
  ).toBe(true);
  expect(flushes).toBe(1);
});

test('a flush that never answers fails its items in time, and the next one starts', async () => {
  let flushes = 0;
  const group = new GroupCommit<Row, string>({
    ...SETTINGS,
    flushTimeoutMs: 20,
    flush: () => {
      flushes += 1;
      return flushes === 1 ? new Promise(() => {}) : Promise.resolve(['answered']);
    },
  });
  await expect(group.add({ key: 'a', bad: false })).rejects.toThrow(StoreUnavailableError);
  expect(await group.add({ key: 'b', bad: false })).toBe('answered');
});

test('an item that lost against another transaction is tried again', async () => {
  let tries = 0;
  const group = new GroupCommit<Row, number>({
    ...SETTINGS,
    flush: () => {
      tries += 1;
      return tries < 3 ? Promise.reject(new StoreConflictError('deadlock')) : Promise.resolve([tries]);
    },
  });
  expect(await group.add({ key: 'a', bad: false })).toBe(3);
});
