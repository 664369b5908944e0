import { afterEach, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { createSandbox, type Sandbox, type SandboxOptions } from './sandbox-pool.ts';
import { CODE_ENTRY } from '../testing/code-entry.ts';
import { startSandboxWorker } from './sandbox-worker.ts';

type StartOptions = Parameters<typeof startSandboxWorker>[0];

const LATE = { startTimeoutMs: 1 };
const BROKEN = { execPath: '/nowhere/node' };

let sandbox: Sandbox;
let failedStarts: string[];
afterEach(() => sandbox.close());

/** Opens a sandbox whose processes start with the options that `startOf` returns at that moment. */
function open(startOf: () => Partial<StartOptions>, options: Partial<SandboxOptions> = {}): void {
  failedStarts = [];
  sandbox = createSandbox(
    {
      processes: 1,
      maxQueued: 100,
      maxWaitMs: 600_000,
      heapMegabytes: 64,
      entry: CODE_ENTRY,
      onFailedStart: (start) => failedStarts.push(start),
      ...options,
    },
    (given) => startSandboxWorker({ ...given, ...startOf() }),
  );
}

const run = () =>
  sandbox.run(
    { kind: 'code', source: 'return 1', placeholders: '{}', limits: { timeoutMs: 60_000, maxResultBytes: 100 } },
    { organizationId: 'a', workflowId: 'w' },
  );

test('a program whose process did not start in time has not begun, and begins when one starts', async () => {
  let start: Partial<StartOptions> = LATE;
  open(() => start);
  expect(await Promise.all([run(), run()])).toEqual(
    [1, 2].map(() => ({ kind: 'not-begun', why: 'No sandbox process started in time' })),
  );
  expect(sandbox.problem()).toBeNull();
  start = {};
  expect(await run()).toEqual({ kind: 'value', json: '1' });
});

test('a program that waits longer than it may while no process runs has not begun', async () => {
  open(() => ({}), { maxWaitMs: 1 });
  expect(await run()).toEqual({ kind: 'not-begun', why: 'The program waited longer than 1 ms for the sandbox' });
});

test('processes that cannot start are tried several times, then programs fail with the reason', async () => {
  let start: Partial<StartOptions> = BROKEN;
  open(() => start);
  const failure = {
    kind: 'failure',
    code: 'SANDBOX_FAILED',
    message: expect.stringMatching(/^No sandbox process could be started, \d+ times in a row$/),
  };
  expect(await run()).toEqual(failure);
  expect(failedStarts).toEqual(Array.from({ length: 5 }, () => 'ended'));
  expect(sandbox.problem()).toContain('No sandbox process could be started');
  expect(await run()).toEqual(failure);
  start = {};
  await waitFor(async () => (await run()).kind === 'value');
  expect(sandbox.problem()).toBeNull();
});

test('a program waits out a start that failed', async () => {
  let start: Partial<StartOptions> = BROKEN;
  open(() => start);
  const running = run();
  await waitFor(() => failedStarts.length > 0);
  start = {};
  expect(await running).toEqual({ kind: 'value', json: '1' });
});

test('processes that are late several times in a row count as broken', async () => {
  open(() => LATE);
  await waitFor(async () => (await run()).kind === 'failure');
  expect(failedStarts.length).toBeGreaterThanOrEqual(5);
  expect(new Set(failedStarts)).toEqual(new Set(['late']));
});
