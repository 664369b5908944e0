import { expect, test } from '@jest/globals';
import { createLogger } from './logger.ts';
import { warnOfClock } from './warn-of-clock.ts';

async function linesFor(readClock: () => Promise<Date>): Promise<string[]> {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line), flush: () => Promise.resolve() };
  await warnOfClock(readClock, createLogger({ service: 'test', level: 'warn', destination }));
  return lines.map((line) => (JSON.parse(line) as { msg: string }).msg);
}

const clock = (aheadMs: number) => () => Promise.resolve(new Date(Date.now() + aheadMs));

test('warns about a wrong clock, but not about one that is right or cannot be compared', async () => {
  expect(await linesFor(clock(-60_000))).toEqual([
    expect.stringMatching(/is (60000|59\d{3}|600\d\d) ms ahead of Postgre/),
  ]);
  expect(await linesFor(clock(60_000))).toEqual([expect.stringMatching(/ ms behind PostgreSQL's; synchronize it$/)]);
  expect(await linesFor(clock(500))).toEqual([]);
  expect(await linesFor(() => Promise.reject(new Error('away')))).toEqual([]);
});
