import { expect, test } from '@jest/globals';
import { definedStatements } from '../postgres/named-statement.ts';
import { columnsOfModel } from '../migrations/columns-of-model.ts';
import './retry-sessions.ts';

/** The columns that a new run does not change, each with the reason. A new column must be here or in RETRY. */
const UNCHANGED: Record<string, string> = {
  id: 'it is the same session',
  organization_id: 'it is the same session',
  workflow_id: 'it is the same session',
  component_id: 'the run starts at the same trigger',
  trigger: 'the run starts at the same trigger',
  mode: 'it is the same session',
  priority: 'it never changes',
  label: 'it never changes',
  warning: 'it is about the delivery, which is accepted once',
  rare_status: 'PostgreSQL generates it from the status',
  hidden_output: 'only sessions that succeeded have an output, and they are not retried',
  packed_steps: 'only sessions that succeeded have packed steps, and they are not retried',
  claim_number: 'it never decreases, so that an executor of an earlier run cannot write',
  executor_id: 'the next claim sets it',
  parent_id: 'it is the same session',
  parent_run: 'it is the same session',
  parent_component_id: 'it is the same session',
  parent_iteration: 'it is the same session',
  depth: 'it is the same session',
  children_finished: 'it counts the children of all runs',
  started_by: 'it names the first start',
  request_id: 'it names the first start',
  traceparent: 'it names the first start',
  tracestate: 'it names the first start',
};

test('a retry sets each column of a session, or the column is unchanged for a reason', async () => {
  const { text = '' } = definedStatements().find(({ name }) => name === 'retry_sessions') ?? {};
  const assignments = /UPDATE sessions s SET([^]*?)\n {6}FROM unnest/.exec(text)?.[1] ?? '';
  const changed = [...assignments.matchAll(/(?:^|,)\s*([a-z_]+) = /g)].map(([, column]) => column!);
  expect(changed.length).toBeGreaterThan(20);
  expect([...changed, ...Object.keys(UNCHANGED)].toSorted()).toEqual((await columnsOfModel('Session')).toSorted());
});
