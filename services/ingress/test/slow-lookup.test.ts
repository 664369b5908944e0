import { beforeAll, expect, test } from '@jest/globals';
import type { Component } from '@workflow/workflow-model';
import type pg from 'pg';
import { component, useTestIngress } from './start-test-ingress.ts';

// A lookup waits for its lock for half of the time of a statement.
const ingress = useTestIngress({ config: { databaseStatementTimeoutMs: 8_000, http: { answerTimeoutMs: 2_000 } } });
let database: pg.Client;
let input: Component;
let workflowId: string;

beforeAll(async () => {
  database = await ingress.connect();
  input = component('input', { placeholders: [] });
  workflowId = await ingress.workflow([input]);
});

test('the lookup of a key counts for the time of an answer, and nothing runs after the answer 500', async () => {
  await database.query('BEGIN');
  await database.query('LOCK TABLE api_keys IN ACCESS EXCLUSIVE MODE');
  const late = await ingress.run({ workflowId, componentId: input.id });
  await database.query('ROLLBACK');
  // Without the deadline the lookup fails later, with the timeout of its lock: 503.
  expect(late.status).toBe(500);
  expect((await ingress.run({ workflowId, componentId: input.id })).status).toBe(200);
  expect((await database.query('SELECT FROM sessions')).rowCount).toBe(1);
});
