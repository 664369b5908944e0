import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import type { Fault, FaultResult } from './fault.ts';
import { runFaults } from './run-faults.ts';
import { summaryLine, summaryTable } from './summary.ts';

const HELD: Omit<FaultResult, 'name'> = {
  accepted: 1,
  finished: 1,
  lost: 0,
  finishedTwice: 0,
  committedStepsRerun: 0,
  stranded: 0,
  recoverySeconds: 0,
  passed: true,
  notes: [],
};
const fault = (name: string, more: Partial<Fault> = {}): Fault => ({
  name,
  short: true,
  run: async () => ({ ...HELD, name }),
  ...more,
});

async function run(faults: Fault[], installed: string[], events = new EventEmitter()) {
  const lines: string[] = [];
  const size = { long: false, of: (_long: number, short: number) => short };
  const isInstalled = (program: string): boolean => installed.includes(program);
  const ran = await runFaults(faults, { size, isInstalled, print: (line) => lines.push(line), events });
  return { ...ran, lines };
}

test('a fault whose program is missing is skipped, which is reported before any other begins', async () => {
  const pooled = fault('pooler killed', { needs: ['pgbouncer'] });
  const { results, leftOut, lines } = await run([fault('first'), pooled], ['redis-server']);
  expect(lines[0]).toBe('LEFT OUT, since pgbouncer is not installed (apt-get install pgbouncer): pooler killed');
  expect(results.map(({ name }) => name)).toEqual(['first']);
  expect(JSON.parse(summaryLine(results, leftOut))).toMatchObject({
    passed: true,
    leftOut: [{ name: 'pooler killed', needs: ['pgbouncer'] }],
  });
  expect(summaryTable(results, leftOut)).toMatch(/^pooler killed .*LEFT OUT$/m);
});

test('a fault that breaks off, also by an error that nobody awaits, leaves the results of the others', async () => {
  const events = new EventEmitter();
  const rejects = fault('rejects', { run: () => Promise.reject(new Error('no lab')) });
  const uncaught = fault('uncaught', {
    run: () => {
      events.emit('uncaughtException', new Error('spawn ENOENT'));
      return new Promise(() => undefined);
    },
  });
  const { results, leftOut } = await run([fault('first'), rejects, uncaught, fault('last')], ['redis-server'], events);
  const { faults, passed } = JSON.parse(summaryLine(results, leftOut)) as {
    faults: { name: string; passed: boolean; missed: string[] }[];
    passed: boolean;
  };
  expect(faults.map(({ name, missed }) => [name, missed])).toEqual([
    ['first', []],
    ['rejects', ['broke off: Error: no lab']],
    ['uncaught', ['broke off: Error: spawn ENOENT']],
    ['last', []],
  ]);
  expect(passed).toBe(false);
  expect(events.listenerCount('uncaughtException')).toBe(0);
});
