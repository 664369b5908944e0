import { describe, expect, test } from '@jest/globals';
import type { Json, JsonObject } from '@workflow/workflow-model';
import { chain, component, outputOf, sessionFixture } from './testing/session-fixture.ts';

const input = (...keys: string[]) =>
  component('in', 'input', { placeholders: keys.map((key) => ({ key, type: 'JSON' })) });

describe('children', () => {
  const child = (config: object) =>
    chain(
      input(),
      component(
        'child',
        'run-workflow',
        { workflowId: 'w', componentId: 'c', placeholderValues: { a: '{{ 1 + 1 }}' }, ...config },
        { output: 'r' },
      ),
      component('out', 'output', { value: '{{ r }}' }),
    );

  test('are waited for, and their output is returned', async () => {
    const { run, store } = sessionFixture(child({ wait: true }));
    expect(await run({ childrenFinished: 4 })).toMatchObject({ kind: 'waiting', dueAt: null, childrenSeen: 4 });
    expect(store.events.find((event) => event.kind === 'children')).toMatchObject({
      children: [{ workflowId: 'w', componentId: 'c', placeholderValues: { a: 2 }, iteration: 0 }],
    });
    Object.assign(store.children[0] as object, { status: 'SUCCEEDED', output: 'hello' });
    expect(outputOf(await run({ resumed: true, claimNumber: 2, childrenFinished: 5 }))).toMatchObject({
      status: 'SUCCEEDED',
      output: 'hello',
      sessionId: store.children[0]?.sessionId,
    });
    expect(store.stepsOf('child')).toMatchObject([
      { attempt: 1, status: 'SUCCEEDED', input: { placeholderValues: { a: 2 } } },
    ]);
  });

  test('are given null where an expression has no value, which is an empty list where they declare one', async () => {
    const { run, store } = sessionFixture(child({ placeholderValues: { a: '{{ [1, 2][$ > 5] }}', b: 'x' } }));
    await run();
    const started = store.events.flatMap((event) => (event.kind === 'children' ? event.children : []));
    expect(started.map(({ placeholderValues }) => placeholderValues)).toEqual([{ a: null, b: 'x' }]);
  });

  test('that fail fail the step that waited', async () => {
    const { run, store } = sessionFixture(child({ wait: true }));
    await run();
    Object.assign(store.children[0] as object, {
      status: 'FAILED',
      error: { code: 'X', message: 'y', componentId: null },
    });
    expect(await run({ resumed: true, claimNumber: 2 })).toMatchObject({
      kind: 'failed',
      error: { code: 'CHILD_FAILED', componentId: 'child' },
    });
  });

  test('that nobody waits for are started and left alone', async () => {
    const { run } = sessionFixture(child({ wait: false }));
    expect(outputOf(await run())).toMatchObject({ status: 'QUEUED', output: null });
  });

  test('refused by the store fail the step with its code', async () => {
    const { run, store, deps } = sessionFixture(child({ wait: true }));
    deps.store = {
      ...store,
      startChildren: () => Promise.resolve({ kind: 'refused', code: 'TOO_DEEP', message: 'too deep' }),
    };
    expect(await run()).toMatchObject({ kind: 'failed', error: { code: 'TOO_DEEP' } });
  });
});

const forEach = (config: object = {}) =>
  chain(
    input('items'),
    component(
      'each',
      'for-each',
      { items: '{{ items }}', workflowId: 'w', componentId: 'c', itemKey: 'item', concurrency: 2, ...config },
      { output: 'all' },
    ),
    component('out', 'output', { value: '{{ all }}' }),
  );

describe('children of for-each', () => {
  test('that goes on after failures give an output or an error for each item', async () => {
    const { run, store } = sessionFixture(forEach({ onItemError: 'continue', concurrency: 10 }));
    const claimed = { placeholderValues: { items: ['a', 'b', 'c'] } };
    await run(claimed);
    const error = { code: 'X', message: 'y', componentId: null };
    Object.assign(store.children[0] as object, { status: 'SUCCEEDED', output: null });
    Object.assign(store.children[1] as object, { status: 'FAILED', error });
    Object.assign(store.children[2] as object, { status: 'CANCELLED' });
    expect(outputOf(await run({ ...claimed, resumed: true, claimNumber: 2 }))).toEqual([
      { output: null },
      { error },
      { error: { code: 'CHILD_FAILED', message: expect.stringContaining('CANCELLED'), componentId: null } },
    ]);
  });

  test('that are under way are cancelled when one fails', async () => {
    const { run, store } = sessionFixture(forEach({ concurrency: 10 }));
    const claimed = { placeholderValues: { items: ['a', 'b'] } };
    await run(claimed);
    Object.assign(store.children[0] as object, { status: 'FAILED' });
    expect(await run({ ...claimed, resumed: true, claimNumber: 2 })).toMatchObject({ kind: 'failed' });
    expect(store.children[1]).toMatchObject({ status: 'CANCELLED' });
  });

  test('that start while the time of the step runs out are cancelled before its error port is taken', async () => {
    const definition = forEach({ concurrency: 10 });
    const each = definition.components.find(({ type }) => type === 'for-each')!;
    Object.assign(each, { timeoutSeconds: 0.02 });
    definition.components.push(component('late', 'output', { value: '{{ error.code }}' }));
    definition.connections.push({ from: each.id, port: 'error', to: 'late' });
    const { run, store } = sessionFixture(definition);
    const { startChildren } = store;
    store.startChildren = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return startChildren(...args);
    };
    expect(outputOf(await run({ placeholderValues: { items: ['a', 'b'] } }))).toBe('STEP_TIMEOUT');
    expect(store.children.map(({ status }) => status)).toEqual(['CANCELLED', 'CANCELLED']);
  });

  test('that succeeded in an earlier run are reused where they would be started the same again', async () => {
    const { run, store } = sessionFixture(forEach({ concurrency: 10 }));
    const claimed = { run: 2, placeholderValues: { items: ['a', 'b', 'c'] } };
    const earlier = (iteration: number, item: string) => ({
      sessionId: `reused ${item}`,
      iteration,
      status: 'SUCCEEDED' as const,
      output: item,
      error: null,
      start: { workflowId: 'w', componentId: 'c', placeholderValues: { item } },
    });
    store.children.push(earlier(0, 'a'), earlier(1, 'another'));
    await run(claimed);
    const started = store.events.flatMap((event) => (event.kind === 'children' ? event.children : []));
    expect(started.map(({ iteration }) => iteration)).toEqual([1, 2]);
  });

  test.each<[string, Record<string, number>, number]>([
    ['count if another version changed only the loop', { each: 3 }, 1],
    ['do not count if it changed the body', { each: 3, begin: 3 }, 3],
  ])('that succeeded in an earlier run %s', async (_, resultsFrom, countedFrom) => {
    const body = { components: [], connections: [] };
    const each = component('each', 'for-each', { items: '{{ items }}', itemKey: 'item', body });
    const definition = chain(input('items'), each);
    definition.components.push(component('begin', 'output', { value: '{{ item }}' }, { within: 'each' }));
    const { run, store } = sessionFixture(definition);
    const { readChildren } = store;
    const runs = new Set<number>();
    store.readChildren = (parent) => {
      runs.add(parent.resumeFromRun);
      return readChildren(parent);
    };
    expect(await run({ run: 3, resultsFrom, placeholderValues: { items: ['a'] } })).toMatchObject({ kind: 'waiting' });
    expect([...runs]).toEqual([countedFrom]);
  });

  test.each<[string, JsonObject, Json[]]>([
    ['a single value is a list of one', { items: 'a' }, ['a']],
    ['an object is one value', { items: { a: 1 } }, [{ a: 1 }]],
    ['null is an empty list', { items: null }, []],
  ])('%s', async (_, placeholderValues, items) => {
    const { run, store } = sessionFixture(forEach());
    await run({ placeholderValues });
    const started = store.events.flatMap((event) => (event.kind === 'children' ? event.children : []));
    expect(started.map((one) => one.placeholderValues.item)).toEqual(items);
  });

  test.each(['items[$ > 5]', 'items[$ > 5].deep', 'items.name'])('over %s: none', async (expression) => {
    const { run } = sessionFixture(forEach({ items: `{{ ${expression} }}` }));
    expect(outputOf(await run({ placeholderValues: { items: [1, 2] } }))).toEqual([]);
  });

  test('run some at a time and give their outputs in order', async () => {
    const { run, store } = sessionFixture(forEach());
    const claimed = { placeholderValues: { items: ['a', 'b', 'c', 'd', 'e'] } };
    let outcome = await run(claimed);
    for (let claimNumber = 2; outcome.kind === 'waiting'; claimNumber += 1) {
      const open = store.children.filter(({ status }) => status === 'QUEUED');
      expect(open.length).toBeLessThanOrEqual(2);
      const last = open.at(-1);
      if (last) Object.assign(last, { status: 'SUCCEEDED', output: last.iteration * 10 });
      outcome = await run({ ...claimed, resumed: true, claimNumber });
      expect(claimNumber).toBeLessThan(10);
    }
    expect(outputOf(outcome)).toEqual([0, 10, 20, 30, 40]);
    const started = store.events.flatMap((event) => (event.kind === 'children' ? event.children : []));
    expect(started.map(({ placeholderValues }) => placeholderValues.item)).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

describe('the timeout of a component', () => {
  const waits = [
    component('w', 'run-workflow', { workflowId: 'w', componentId: 'c', placeholderValues: {}, wait: true }),
    component('w', 'for-each', {
      items: ['a', 'b', 'c'],
      workflowId: 'w',
      componentId: 'c',
      itemKey: 'i',
      concurrency: 2,
    }),
  ];

  test.each(waits)('bounds the wait of $type for its children, and cancels them', async (waiting) => {
    const definition = chain(input(), { ...waiting, timeoutSeconds: 60 }, component('out', 'output', { value: 1 }));
    definition.components.push(component('late', 'output', { value: '{{ error.code }}' }));
    definition.connections.push({ from: 'w', port: 'error', to: 'late' });
    const startedAt = Date.parse('2026-01-01T00:00:00Z');
    let nowMs = startedAt;
    const { run, store } = sessionFixture(definition, { now: () => nowMs });
    const dueAt = new Date(startedAt + 60_000);
    expect(await run()).toMatchObject({ kind: 'waiting', dueAt });
    // The end of a child that is not the last does not restart the timeout.
    nowMs += 40_000;
    expect(await run({ resumed: true, claimNumber: 2 })).toMatchObject({ kind: 'waiting', dueAt });
    nowMs += 20_000;
    expect(outputOf(await run({ resumed: true, claimNumber: 3 }))).toBe('STEP_TIMEOUT');
    expect(new Set(store.children.map(({ status }) => status))).toEqual(new Set(['CANCELLED']));
  });

  test.each(waits)('does not matter to children of $type that ended in time', async (waiting) => {
    const definition = chain(input(), { ...waiting, timeoutSeconds: 60 }, component('out', 'output', { value: 'all' }));
    let nowMs = Date.parse('2026-01-01T00:00:00Z');
    const { run, store } = sessionFixture(definition, { now: () => nowMs });
    let outcome = await run();
    for (let claimNumber = 2; outcome.kind === 'waiting'; claimNumber += 1) {
      for (const child of store.children) Object.assign(child, { status: 'SUCCEEDED', output: null });
      nowMs += 20_000;
      outcome = await run({ resumed: true, claimNumber });
    }
    expect(outputOf(outcome)).toBe('all');
  });
});

describe('outputs of the children of for-each', () => {
  test('are read without their outputs until all have ended', async () => {
    const { run, store } = sessionFixture(forEach());
    const claimed = { placeholderValues: { items: ['a', 'b', 'c'] } };
    await run(claimed);
    for (const child of store.children) Object.assign(child, { status: 'SUCCEEDED', output: 'x' });
    await run({ ...claimed, resumed: true, claimNumber: 2 });
    expect(store.childOutputsRead).toEqual([]);
    Object.assign(store.children[2] as object, { status: 'SUCCEEDED', output: 'y' });
    expect(outputOf(await run({ ...claimed, resumed: true, claimNumber: 3 }))).toEqual(['x', 'x', 'y']);
    expect(store.childOutputsRead).toHaveLength(3);
  });

  test('that are too large together fail the step immediately, and the others are cancelled', async () => {
    const { run, store, deps } = sessionFixture(forEach({ concurrency: 10 }));
    deps.limits.maxOutputBytes = 100;
    const claimed = { placeholderValues: { items: ['a', 'b', 'c'] } };
    await run(claimed);
    for (const child of store.children.slice(0, 2))
      Object.assign(child, { status: 'SUCCEEDED', output: 'x'.repeat(60) });
    expect(await run({ ...claimed, resumed: true, claimNumber: 2 })).toMatchObject({
      kind: 'failed',
      error: { code: 'OUTPUT_TOO_LARGE', message: expect.stringContaining('124 bytes so far') },
    });
    expect(store.children[2]).toMatchObject({ status: 'CANCELLED' });
    expect(store.childOutputsRead).toEqual([]);
  });
});
