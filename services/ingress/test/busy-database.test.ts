import { beforeAll, expect, test } from '@jest/globals';
import type { Component } from '@workflow/workflow-model';
import type pg from 'pg';
import { component, useTestIngress, type TestAnswer } from './start-test-ingress.ts';

const ingress = useTestIngress({ config: { databaseStatementTimeoutMs: 1_000 } });
let database: pg.Client;
let input: Component;
let hook: Component;
let workflowId: string;
let token: string;

beforeAll(async () => {
  database = await ingress.connect();
  input = component('input', { placeholders: [] });
  hook = component('webhook', {}, 'request');
  workflowId = await ingress.workflow([input, hook]);
  token = await ingress.token(workflowId, hook.id);
});

const headers = () => ({ 'x-api-key': ingress.organization.apiKey, 'content-type': 'application/json' });

const WAYS: { way: string; table: string; ask: () => Promise<TestAnswer> }[] = [
  { way: 'a run', table: 'sessions', ask: () => ingress.run({ workflowId, componentId: input.id }) },
  {
    way: 'a webhook',
    table: 'sessions',
    ask: () =>
      ingress.request('POST', `/webhook/${workflowId}`, {
        body: '{}',
        headers: { token, 'content-type': 'application/json' },
      }),
  },
  {
    way: 'a bulk retry',
    table: 'operations',
    ask: () =>
      ingress.request('POST', '/v1/sessions/bulk', {
        body: { action: 'retry', filter: { workflowId } },
        headers: headers(),
      }),
  },
  {
    way: 'a change of the console',
    table: 'workflows',
    ask: () => ingress.request('POST', '/v1/workflows', { body: { name: 'New' }, headers: headers() }),
  },
];

const raise = (code: string): string => `DO 'BEGIN RAISE EXCEPTION USING ERRCODE = ''${code}''; END'`;

const FAILURES: { failure: string; statement: string }[] = [
  { failure: 'takes longer than its timeout', statement: 'SELECT pg_sleep(30)' },
  { failure: 'takes longer than a transaction may', statement: raise('25P04') },
  { failure: 'waits for a lock for too long', statement: raise('55P03') },
  { failure: 'loses against another transaction', statement: raise('40001') },
  { failure: 'finds the disk full', statement: raise('53100') },
  { failure: 'finds no memory', statement: raise('53200') },
];

test.each(WAYS.flatMap((way) => FAILURES.map((failure) => ({ ...way, ...failure }))))(
  '$way that $failure is answered 503 with Retry-After, and works afterwards',
  async ({ table, ask, statement }) => {
    await database.query(`CREATE OR REPLACE FUNCTION break() RETURNS trigger LANGUAGE plpgsql AS $break$
      BEGIN EXECUTE ${database.escapeLiteral(statement)}; RETURN NULL; END $break$`);
    await database.query(`CREATE TRIGGER break BEFORE INSERT ON ${table} EXECUTE FUNCTION break()`);
    const answer = await ask();
    await database.query(`DROP TRIGGER break ON ${table}`);
    expect(answer.body).toMatchObject({ httpStatus: 503, errorId: expect.any(String) });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    const logged = ingress.log.find((line) => line.includes(answer.body.errorId));
    expect(logged).toContain('"code":"DATABASE_BUSY"');
    expect(logged).toContain('"err"');
    expect((await ask()).status).toBeLessThan(300);
  },
);
