import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { useTestStore, publishedWorkflow } from '../../test/open-test-store.ts';
import type { FilteredView } from './filtered-deliveries.ts';

const database = useTestStore();

const actor = { type: 'system', id: null, name: 'test' } as const;

async function makeComponent() {
  const organizationId = randomUUID();
  const { workflowId } = await publishedWorkflow(database, organizationId);
  const componentId = randomUUID();
  const { lookups } = database.store;
  return {
    organizationId,
    workflowId,
    count: (count: number) => lookups.countFiltered([{ organizationId, workflowId, componentId, count }]),
    read: (): Promise<FilteredView> => lookups.readFiltered(organizationId, workflowId, componentId),
    /** Moves the counts into the past. */
    age: (minutes: number) =>
      database.sql(`UPDATE filtered_deliveries SET last_at = last_at - ${minutes} * interval '1 minute'
        WHERE component_id = '${componentId}'`),
    rows: () =>
      database.sql<{ counts: number[] }>(
        `SELECT counts FROM filtered_deliveries WHERE component_id = '${componentId}'`,
      ),
  };
}

test.each<[string, [number, number][], number]>([
  [
    'of one minute are added up',
    [
      [3, 0],
      [4, 0],
    ],
    7,
  ],
  [
    'of several minutes are added up',
    [
      [3, 1],
      [4, 20],
      [5, 0],
    ],
    12,
  ],
  ['of the last hour count', [[3, 58]], 3],
  ['of an hour ago do not count', [[3, 61]], 0],
  [
    'of an hour ago do not count after later ones',
    [
      [3, 30],
      [4, 40],
      [5, 0],
    ],
    9,
  ],
  [
    'of many hours ago do not count after later ones',
    [
      [3, 10_000],
      [5, 0],
    ],
    5,
  ],
])('counts %s', async (_what, counted, expected) => {
  const component = await makeComponent();
  for (const [count, minutesLater] of counted) {
    await component.count(count);
    if (minutesLater > 0) await component.age(minutesLater);
  }
  expect(await component.read()).toEqual({ lastHour: expected, lastAt: expect.any(String) });
});

test('a component has one row with 60 numbers at most, and none after its workflow is deleted', async () => {
  const component = await makeComponent();
  expect(await component.read()).toEqual({ lastHour: 0, lastAt: null });
  for (let minute = 0; minute < 70; minute += 1) {
    await component.count(1);
    await component.age(1);
  }
  const rows = await component.rows();
  expect(rows.map(({ counts }) => counts.length)).toEqual([60]);
  await database.store.management.organization(component.organizationId).deleteWorkflow(actor, component.workflowId);
  expect(await component.rows()).toEqual([]);
  await component.count(1);
  expect(await component.rows()).toEqual([]);
});
