import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { ServiceProcess } from '../system/service-process.ts';
import { waitFor } from '../wait-for.ts';
import { SharedLoops } from './shared-loops.ts';
import { describeStillLoop, type StillLoop } from './still-loop.ts';

const SERVICE = join(import.meta.dirname, 'testing/busy-service.ts');

/** Starts a service that computes for half a second before it is ready, and then for the time of the signal. */
async function stillLoopsOf(signal: 'SIGUSR2' | 'SIGHUP'): Promise<StillLoop[]> {
  const found: StillLoop[] = [];
  const service = new ServiceProcess({
    service: 'executor',
    entry: SERVICE,
    env: {},
    onStillLoop: (still) => found.push(still),
  });
  service.start();
  try {
    await service.untilLogged(({ msg }) => msg === 'ready');
    await service.watchLoop();
    service.signal(signal);
    await service.untilLogged(({ msg }) => msg === 'computed');
    if (signal === 'SIGUSR2') await waitFor(async () => found.length > 0);
  } finally {
    await service.stop();
  }
  return found;
}

test('names a service whose loop stood still once it was ready, and how long its turn was', async () => {
  const [still, ...more] = await stillLoopsOf('SIGUSR2');
  expect(more).toEqual([]);
  expect(still).toMatchObject({ service: 'executor' });
  expect(still!.cpuMs).toBeGreaterThanOrEqual(250);
  expect(describeStillLoop(still!)).toMatch(/^The event loop of executor stood still: one turn took \d+ ms of CPU/);
});

test('allows shorter turns, and any while the service starts', async () => {
  expect(await stillLoopsOf('SIGHUP')).toEqual([]);
});

test('reports to each test file that used a shared system at that time, and names them all', () => {
  const loops = new SharedLoops();
  const still: StillLoop = { service: 'ingress', cpuMs: 300, endedAt: Date.now() + 1_000 };
  loops.begin('redis', 'over.test.ts');
  expect(loops.end('over.test.ts')).toEqual([]);
  loops.begin('redis', 'a.test.ts');
  loops.begin('redis', 'b.test.ts');
  loops.begin('console', 'c.test.ts');
  loops.add('redis', still);
  for (const file of ['a.test.ts', 'b.test.ts'])
    expect(loops.end(file)).toEqual([expect.stringMatching(/300 ms of CPU.*these ran: a\.test\.ts, b\.test\.ts/)]);
  expect(loops.end('c.test.ts')).toEqual([]);
  expect(loops.unreported()).toEqual([]);
});

test('keeps what stood still between test files', () => {
  const loops = new SharedLoops();
  loops.add('console', { service: 'executor', cpuMs: 300, endedAt: 1 });
  expect(loops.unreported()).toEqual([expect.stringContaining('between test files')]);
});
