import { runComponent } from '@workflow/component-kit/testing';
import type { Json } from '@workflow/workflow-model';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const run = (items: Json, shared: Json, config: { concurrency?: number } = {}, used = runner) =>
  runComponent(
    { descriptor, runner: used },
    {
      items: '{{ items }}',
      workflowId: 'w',
      componentId: 'c',
      itemKey: 'item',
      placeholderValues: { shared: '{{ shared }}' },
      ...config,
    },
    { items, shared },
    { answers: { child: ({ placeholderValues }) => (placeholderValues as { item: Json }).item } },
  );

test('starts a session for each item, and gives their outputs in order', async () => {
  const { outcome, started } = await run([1, 2, 3], 'x', { concurrency: 2 });
  expect(started.map(({ placeholderValues }) => placeholderValues)).toEqual(
    [1, 2, 3].map((item) => ({ item, shared: 'x' })),
  );
  expect(outcome).toMatchObject({ kind: 'succeeded', output: [1, 2, 3] });
});

/** Returns the run code with the numbers of sessions that it starts together. */
function countStarts() {
  const starts: number[] = [];
  const counted: typeof runner = {
    ...runner,
    run: (context) => {
      const { children } = context;
      const start = children.start.bind(children);
      children.start = (wanted) => {
        starts.push(wanted.length);
        return start(wanted);
      };
      return runner.run(context);
    },
  };
  return { starts, counted };
}

test('starts many sessions with large values, in parts of at most 8 MiB', async () => {
  const { starts, counted } = countStarts();
  const { outcome, started } = await run([1, 2, 3, 4, 5, 6], 'x'.repeat(3_000_000), { concurrency: 6 }, counted);
  expect(started).toHaveLength(6);
  expect(starts).toEqual([2, 2, 2]);
  expect(outcome).toMatchObject({ kind: 'succeeded', output: [1, 2, 3, 4, 5, 6] });
});

test('refuses shared values that all sessions together could not store, before it starts one', async () => {
  const items = Array.from({ length: 1_000 }, (_, index) => index);
  const { outcome, started } = await run(items, 'x'.repeat(300_000));
  expect(started).toEqual([]);
  expect(outcome).toMatchObject({
    kind: 'failed',
    code: 'OUTPUT_TOO_LARGE',
    message: expect.stringMatching(/1000 sessions with shared values of 3000\d\d bytes each would store .* 268435456/),
  });
});
