import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import {
  createTestDatabase,
  describeWithRedis,
  ensureConsoleIsBuilt,
  freePort,
  testQueueName,
  testRedisUrl,
  waitFor,
  type TestDatabase,
} from '@workflow/test-harness';
import { paste, startLocally, type LocalStart } from './start-locally.ts';

describeWithRedis('pnpm start with DATABASE_URL and REDIS_URL', () => {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-external-'));
  const dataDir = join(folder, 'data');
  let database: TestDatabase;
  let stack: LocalStart;

  beforeAll(async () => {
    await ensureConsoleIsBuilt();
    database = await createTestDatabase();
    stack = startLocally([], {
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
      DATABASE_URL: database.databaseUrl,
      REDIS_URL: await testRedisUrl(),
      QUEUE_NAME: testQueueName(),
    });
    await stack.untilReady();
  });
  afterAll(async () => {
    await stack.stop();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  const children = (): { pid: number; args: string }[] =>
    spawnSync('ps', ['-o', 'pid=,args=', '--ppid', String(stack.pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter((line) => line.includes('services/'))
      .map((line) => ({ pid: Number.parseInt(line, 10), args: line }));

  test('starts nothing embedded, and runs workflows', () => {
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    expect(children()).toHaveLength(2);
    expect(paste(stack.commands()[0]!)).toMatchObject({ status: 'SUCCEEDED' });
  });

  test.each(['ingress', 'executor'])('starts the %s again when it dies', async (service) => {
    const find = (): number | undefined => children().find(({ args }) => args.includes(`services/${service}/`))?.pid;
    const before = find()!;
    process.kill(before, 'SIGKILL');
    await waitFor(() => find() !== undefined && find() !== before, { what: `another ${service}` });
    expect(stack.output()).toMatch(new RegExp(`${service} +│ ended \\(SIGKILL\\), starts again in`));
    await waitFor(() => paste(stack.commands()[0]!)['status'] === 'SUCCEEDED', {
      everyMs: 200,
      what: 'a run to succeed again',
    });
  });
});
