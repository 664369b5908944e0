import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import type { Fault, FaultResult } from './fault.ts';
import { runFaults } from './run-faults.ts';
import { runInProcess } from './run-in-process.ts';
import { summaryLine, summaryTable } from './summary.ts';
import { FAULTS, HELD } from './testing/sample-faults.ts';

const fault = (name: string, more: Partial<Fault> = {}): Fault => ({
  name,
  short: true,
  run: async () => ({ ...HELD, name }),
  ...more,
});

async function run(faults: Fault[], installed: string[], runFault = runHere) {
  const lines: string[] = [];
  const isInstalled = (program: string): boolean => installed.includes(program);
  const ran = await runFaults(faults, { runFault, isInstalled, print: (line) => lines.push(line) });
  return { ...ran, lines };
}

function runHere(one: Fault): Promise<FaultResult> {
  return one.run({ long: false, of: (_long, short) => short });
}

test('a fault whose program is missing is skipped, which is reported before any other begins', async () => {
  const pooled = fault('pooler killed', { needs: ['pgbouncer'] });
  const { results, leftOut, lines } = await run([fault('first'), pooled], ['redis-server']);
  expect(lines[0]).toBe('LEFT OUT, since pgbouncer is not installed (apt-get install pgbouncer): pooler killed');
  expect(results.map(({ name }) => name)).toEqual(['first']);
  expect(JSON.parse(summaryLine(results, leftOut, 7))).toMatchObject({
    passed: true,
    seconds: 7,
    leftOut: [{ name: 'pooler killed', needs: ['pgbouncer'] }],
  });
  expect(summaryTable(results, leftOut)).toMatch(/^pooler killed .*LEFT OUT$/m);
});

test('faults run together while their shares fit, and results keep the order of the faults', async () => {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const held = (name: string, share?: Fault['share']): Fault =>
    fault(name, {
      ...(share !== undefined && { share }),
      run: async () => {
        started.push(name);
        await new Promise<void>((resolve) => ends.set(name, resolve));
        return { ...HELD, name };
      },
    });
  const faults = [held('half', 0.5), held('alone'), held('quarter', 0.25), held('other half', 0.5), held('last', 0.25)];
  const running = run(faults, ['redis-server']);
  const end = async (name: string): Promise<string[]> => {
    ends.get(name)!();
    await new Promise((resolve) => setImmediate(resolve));
    return started.splice(0);
  };
  expect(started.splice(0)).toEqual(['half', 'quarter', 'last']);
  expect(await end('quarter')).toEqual([]);
  expect(await end('half')).toEqual(['other half']);
  expect(await end('other half')).toEqual([]);
  expect(await end('last')).toEqual(['alone']);
  expect(await end('alone')).toEqual([]);
  const { results } = await running;
  expect(results.map(({ name }) => name)).toEqual(['half', 'alone', 'quarter', 'other half', 'last']);
});

test('a fault that breaks off, also by an error that nobody awaits, leaves the results of the others', async () => {
  const file = join(import.meta.dirname, 'testing/sample-faults.ts');
  const { results, leftOut } = await run(FAULTS, ['redis-server'], (one) => runInProcess(one, file, { short: true }));
  const { faults, passed } = JSON.parse(summaryLine(results, leftOut, 0)) as {
    faults: { name: string; passed: boolean; missed: string[] }[];
    passed: boolean;
  };
  expect(faults.map(({ name, missed }) => [name, missed])).toEqual([
    ['holds', []],
    ['rejects', ['broke off: Error: no lab']],
    ['uncaught', ['broke off: Error: spawn ENOENT']],
    ['ends its process', ['broke off: Error: its process ended with 7']],
    ['is short', []],
  ]);
  expect(passed).toBe(false);
});
