import { afterEach, expect, test } from '@jest/globals';
import { DEMO_WORKFLOWS } from '@workflow/local-stack';
import { describeWithProgram, startPgBouncer, startSystem, waitFor, type TestSystem } from '@workflow/test-harness';

const { greet } = DEMO_WORKFLOWS;
const RUNS = 60;

describeWithProgram('pgbouncer', 'both services behind PgBouncer', () => {
  let system: TestSystem | null = null;
  afterEach(async () => {
    await system?.stop();
    system = null;
  });

  async function allRunsSucceed(running: TestSystem): Promise<void> {
    const workflowId = await running.api.publish(greet.name, greet.definition);
    const answers = await Promise.all(
      Array.from({ length: RUNS }, () =>
        running.api.run(workflowId, greet.startComponentId, { name: 'Ada' }, { prefer: 'wait=30' }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.map(({ body }) => body['status'])).toEqual(answers.map(() => 'SUCCEEDED'));
  }

  test('all runs succeed through a session pool, the queue on PostgreSQL past it', async () => {
    system = await startSystem({
      backend: 'postgres',
      databaseThrough: (url) => startPgBouncer(url, 'session'),
      env: (databaseUrl) => ({ QUEUE_DATABASE_URL: databaseUrl }),
    });
    await allRunsSucceed(system);
  });

  test('all runs succeed through a transaction pool that keeps no prepared statements', async () => {
    system = await startSystem({
      backend: 'redis',
      databaseThrough: (url) => startPgBouncer(url, 'transaction'),
      env: { DATABASE_NAMED_STATEMENTS: 'false' },
    });
    await allRunsSucceed(system);
  });

  test('a queue on PostgreSQL through the pooler is refused by name, and nothing is ready', async () => {
    system = await startSystem({
      backend: 'postgres',
      executors: 0,
      databaseThrough: (url) => startPgBouncer(url, 'session'),
    });
    const { baseUrl } = system.ingresses[0]!;
    await waitFor(async () => (await fetch(`${baseUrl}/readyz`)).status === 503);
    expect(await (await fetch(`${baseUrl}/readyz`)).text()).toContain('QUEUE_DATABASE_URL');
  });
});
