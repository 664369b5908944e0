import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import type { Json } from '@workflow/workflow-model';
import { newStep, useTestStore, runningSession } from '../../test/open-test-store.ts';
import type { ShownStep } from './read-step-page.ts';

const database = useTestStore();

/** Creates a session with one step for each output, in this order. */
async function sessionWith(outputs: Json[]) {
  const { session, fence } = await runningSession(database.store);
  const began = Date.now();
  for (const [index, output] of outputs.entries())
    await database.store.execution.recordSteps(fence, [
      newStep({ componentId: randomUUID(), output, startedAt: new Date(began + index) }),
    ]);
  return session;
}

async function pagesOf({ organizationId, id }: { organizationId: string; id: string }, whole: boolean) {
  const pages: ShownStep[][] = [];
  for (let cursor: string | undefined; ;) {
    const page = await database.store.sessions.queries.stepPage(organizationId, id, {
      whole,
      ...(cursor !== undefined && { cursor }),
    });
    if (page === null) throw new Error('The session is not found');
    pages.push(page.items);
    if (page.nextCursor === null) return pages;
    cursor = page.nextCursor;
  }
}

const MEGABYTES = (count: number, letter: string): string => letter.repeat(count * 1_048_576);

test('each step is shown once with its own output, and no step of another session of the workflow', async () => {
  const componentId = randomUUID();
  const stepsOf = (name: string) =>
    [1, 2].flatMap((run) =>
      [0, 1].flatMap((iteration) =>
        [1, 2].map((attempt) =>
          newStep({ componentId, run, iteration, attempt, output: `${name} ${run} ${iteration} ${attempt}` }),
        ),
      ),
    );
  const sessions = [await runningSession(database.store), await runningSession(database.store)];
  for (const [index, { fence }] of sessions.entries())
    await database.store.execution.recordSteps(fence, stepsOf(String(index)));
  for (const [index, { session }] of sessions.entries()) {
    const shown = (await pagesOf(session, true)).flat();
    const outputOf = ({ run, iteration, attempt }: ShownStep) => `${index} ${run} ${iteration} ${attempt}`;
    expect(shown).toHaveLength(8);
    expect(shown.map(({ output }) => output)).toEqual(shown.map(outputOf));
  }
});

test('whole values are on pages of about 8 MiB, each step once and in order', async () => {
  const outputs = ['a', 'b', 'c', 'd', 'e'].map((letter) => MEGABYTES(3, letter));
  const pages = await pagesOf(await sessionWith(outputs), true);
  expect(pages.map((steps) => steps.length)).toEqual([2, 2, 1]);
  expect(pages.flat().map(({ output }) => output)).toEqual(outputs);
});

test('a step that is larger than a page has a separate one', async () => {
  const pages = await pagesOf(await sessionWith([MEGABYTES(9, 'a'), 'small']), true);
  expect(pages.map((steps) => steps.map(({ output }) => String(output).length))).toEqual([[9 * 1_048_576], [5]]);
});

test('for people large values are cut, and all steps fit one page', async () => {
  const ordered = { zebra: 1, a: [1, 2] };
  const pages = await pagesOf(await sessionWith([MEGABYTES(4, 'ä'), 'short', { ordered }, null]), false);
  expect(pages).toHaveLength(1);
  const [cut, ...uncutSteps] = pages[0]!;
  expect(cut).toMatchObject({ truncated: true, output: `"${'ä'.repeat(1_023)}… (4194306 characters)` });
  expect(uncutSteps.map(({ output }) => JSON.stringify(output))).toEqual([
    '"short"',
    '{"ordered":{"zebra":1,"a":[1,2]}}',
    'null',
  ]);
  expect(uncutSteps.map(({ truncated }) => truncated)).toEqual([undefined, undefined, undefined]);
});

test('a session without steps has an empty page, and one of another organization none', async () => {
  const session = await sessionWith([]);
  const { stepPage } = database.store.sessions.queries;
  expect(await stepPage(session.organizationId, session.id)).toEqual({
    items: [],
    nextCursor: null,
    endsBySize: false,
  });
  expect(await stepPage(randomUUID(), session.id)).toBeNull();
});

test('a shortened value names the length of the whole value', async () => {
  const outputs: Json[] = [
    '"'.repeat(50_000),
    { text: 'é'.repeat(20_000), list: Array.from({ length: 9_000 }, () => 1) },
  ];
  const session = await sessionWith(outputs);
  const cut = (await pagesOf(session, false))
    .flat()
    .map(({ output }) => /\((\d+) characters\)$/.exec(String(output))?.[1]);
  expect(cut).toEqual(outputs.map((output) => String(JSON.stringify(output).length)));
});

test('a page writes out a bounded number of large values, and names the length of the others', async () => {
  const session = await sessionWith(Array.from({ length: 6 }, (_, index) => `${index}${MEGABYTES(8, 'x')}`));
  const [page = []] = await pagesOf(session, false);
  expect(page).toHaveLength(6);
  expect(page.map(({ truncated }) => truncated)).toEqual(Array.from({ length: 6 }, () => true));
  expect(page[0]?.output).toMatch(/^"0x{1022}… \(8388611 characters\)$/);
  expect(page[5]?.output).toBe('… (8388611 bytes)');
});

test('steps of many runs are paged in their order, run by run', async () => {
  const { session, fence } = await runningSession(database.store);
  const began = Date.now();
  const outputs = Array.from({ length: 7 }, (_, run) => Array.from({ length: 180 }, (_each, n) => `${run + 1} ${n}`));
  for (const [index, outputsOfRun] of outputs.entries())
    await database.store.execution.recordSteps(
      fence,
      // The clock of the executor that ran the later run is behind.
      outputsOfRun.map((output, n) =>
        newStep({ run: index + 1, output, startedAt: new Date(began + n - index * 1_000) }),
      ),
    );
  for (const [whole, sizes] of [
    [false, [500, 500, 260]],
    [true, [...Array.from({ length: 12 }, () => 100), 60]],
  ] as const) {
    const pages = await pagesOf(session, whole);
    expect(pages.map((page) => page.length)).toEqual(sizes);
    expect(pages.flat().map(({ output }) => output)).toEqual(outputs.flat());
  }
  const { queries } = database.store.sessions;
  expect(await queries.stepPage(session.organizationId, session.id, { cursor: '5000' })).toMatchObject({ items: [] });
  expect(await queries.stepPage(randomUUID(), session.id)).toBeNull();
});
