import { afterEach, expect, jest, test } from '@jest/globals';
import { createLogger } from './logger.ts';
import { logRarely } from './log-rarely.ts';

afterEach(() => {
  jest.useRealTimers();
});

test('an outage that fails every operation writes one line in 5 s, with the number of suppressed lines', () => {
  jest.useFakeTimers();
  const lines: { msg: string; suppressed: number; err: { message: string } }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)), flush: () => Promise.resolve() };
  const warn = logRarely(createLogger({ service: 'test', level: 'info', destination }), 'PostgreSQL is away');
  for (let failure = 0; failure < 60; failure += 1) {
    warn(new Error(`failure ${failure}`));
    jest.advanceTimersByTime(100);
  }
  expect(lines.map(({ msg, suppressed, err }) => [msg, suppressed, err.message])).toEqual([
    ['PostgreSQL is away', 0, 'failure 0'],
    ['PostgreSQL is away', 49, 'failure 50'],
  ]);
});
