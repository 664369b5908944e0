import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { createOrganization } from '@workflow/test-harness';
import { newStep, useTestStore, runningSession } from '../../test/open-test-store.ts';
import type { StepRecord } from '../execution/step-record.ts';

const database = useTestStore();

const SYSTEM = { type: 'system', id: null, name: 'test' } as const;
const STARTED = new Date('2026-11-27T10:00:00.007Z');

/** Creates a session in a new organization that succeeded with these steps. */
async function ended(steps: readonly StepRecord[], hasAllSteps: boolean) {
  const organizationId = randomUUID();
  const management = database.store.management.organization(organizationId);
  await management.putQuotas(SYSTEM, { maxStoredBytes: 1e9 });
  const { session, fence } = await runningSession(database.store, { organizationId });
  const how = { kind: 'succeeded', output: 1, ...(hasAllSteps && { hasAllSteps }) } as const;
  expect(await database.store.execution.end(fence, how, [...steps])).toBe(true);
  return { organizationId, id: session.id, management };
}

type Ended = Awaited<ReturnType<typeof ended>>;

/** Returns everything that is read of a session's steps. */
async function readAll({ organizationId, id, management }: Ended) {
  const { queries } = database.store.sessions;
  let line = '';
  for await (const piece of database.store.retention.readSessionLine(id)) line += piece;
  const pages = await Promise.all(
    [{}, { preview: 4 }, { cursor: '1' }, { maxBytes: 40 }].map((range) => queries.stepPage(organizationId, id, range)),
  );
  const components = pages[0]!.items.map(({ componentId }) => componentId);
  await database.store.retention.countStoredBytes(() => false);
  return {
    pages,
    exported: (JSON.parse(line) as { steps: unknown[] }).steps,
    outputs: await queries.lastOutputs(organizationId, id, components),
    bytes: await management.readStoredBytes(),
    other: await queries.stepPage(randomUUID(), id),
  };
}

async function places(id: string): Promise<{ rows: number; packed: number }> {
  const [counts] = await database.sql<{ rows: number; packed: number }>(
    `SELECT (SELECT count(*)::int FROM steps WHERE session_id = $1) AS rows,
      coalesce(json_array_length(packed_steps), 0) / 6 AS packed FROM sessions WHERE id = $1`,
    [id],
  );
  return counts!;
}

const VALUES = [
  null,
  0,
  -1.5e-7,
  1e300,
  false,
  '',
  'a "quoted" \\ text,\n[in] {lines}',
  '\u0000 \uD800 é 😀',
  [],
  [null, [1, { a: null }]],
  { 'b b': 1, a: { ä: 2 }, 'key with "quotes", commas': '],[' },
];

test('steps that are first written with a successful end are in its row, and read as they were', async () => {
  const steps = VALUES.map((value, index) =>
    newStep({
      input: value,
      output: VALUES[VALUES.length - 1 - index]!,
      port: index % 2 === 0 ? 'next' : null,
      startedAt: new Date(STARTED.getTime() + index),
      finishedAt: new Date(STARTED.getTime() + 3 * index),
    }),
  );
  const packable = steps.filter(({ input, output }) => !JSON.stringify([input, output]).includes('\\u'));
  const halves = [packable.slice(0, 4), packable.slice(4)];
  expect(packable).toHaveLength(VALUES.length - 2);
  for (const half of halves) {
    const packed = await ended(half, true);
    expect(await places(packed.id)).toEqual({ rows: 0, packed: half.length });
    const apart = await ended(half, false);
    expect(await places(apart.id)).toEqual({ rows: half.length, packed: 0 });
    const [read, expected] = [await readAll(packed), await readAll(apart)];
    expect(expected.pages[0]!.items).toHaveLength(half.length);
    expect(read).toEqual(expected);
    expect(read.other).toBeNull();
  }
});

test('values that PostgreSQL stores as text alone are read out of the row as well', async () => {
  const step = newStep({ input: { '\uFFFF': '\u0000' }, output: '\uD800' });
  const packed = await ended([step], true);
  expect(await places(packed.id)).toEqual({ rows: 0, packed: 1 });
  const page = await database.store.sessions.queries.stepPage(packed.organizationId, packed.id);
  expect(page?.items).toMatchObject([{ input: step.input, output: step.output }]);
});

const ERROR = { code: 'X', message: 'x', componentId: null };
const APART: Record<string, StepRecord[]> = {
  'a failed try': [newStep({ status: 'FAILED', port: 'error', error: ERROR }), newStep()],
  'a second try': [newStep({ attempt: 2 })],
  'a cancelled try': [newStep({ status: 'CANCELLED', port: null })],
  'a port whose name is no plain text': [newStep({ port: 'größer' })],
  'values of a kilobyte': [newStep({ output: 'x'.repeat(600) }), newStep({ output: 'x'.repeat(600) })],
};

test.each(Object.entries(APART))('steps with %s have a row each', async (_what, steps) => {
  const { id } = await ended(steps, true);
  expect(await places(id)).toEqual({ rows: steps.length, packed: 0 });
});

test('a masked output has a row, where it is sealed as it is', async () => {
  const { id: organizationId } = await createOrganization(database.options.databaseUrl);
  const { session, fence } = await runningSession(database.store, { organizationId });
  const hidden = { organizationId, value: 'secret', sensitive: ['secret'] };
  await database.store.execution.end(fence, { kind: 'succeeded', output: null, hasAllSteps: true }, [
    newStep({ output: '•••', hidden }),
  ]);
  expect(await places(session.id)).toEqual({ rows: 1, packed: 0 });
});

test('steps of a session that can be retried have a row each', async () => {
  const { session, fence } = await runningSession(database.store);
  await database.store.execution.end(fence, { kind: 'failed', error: ERROR }, [newStep(), newStep()]);
  expect(await places(session.id)).toEqual({ rows: 2, packed: 0 });
});
