import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import type { Component, Definition } from '@workflow/workflow-model';
import { checkDefinition } from './check-definition.ts';

const ZONES = ['Europe/Berlin', 'Africa/Cairo', 'America/Santiago', 'Australia/Lord_Howe', 'Asia/Kathmandu'];

/** Different patterns that are due on few days. */
const schedules = (count: number, config: (n: number) => object = costly): Component[] =>
  Array.from({ length: count }, (_, n) => ({
    id: randomUUID(),
    name: `schedule ${n}`,
    type: 'schedule',
    config: config(n) as never,
  }));
const costly = (n: number) => ({
  cron: `${n % 60} ${Math.floor(n / 60)} 29 2 ${n % 7}`,
  timeZone: ZONES[n % ZONES.length],
});
const check = (components: Component[]) => checkDefinition({ components, connections: [] } satisfies Definition);

test.each([
  ['schedules', schedules(101), 'schedule'],
  ['schedules of seconds', schedules(900, () => ({ everySeconds: 60 })), 'schedule'],
  [
    'feeds',
    schedules(150, () => ({ url: 'https://example.com/', everySeconds: 60 })).map((one) => ({ ...one, type: 'feed' })),
    'feed',
  ],
])('too many %s are one problem, which names the limit', async (_name, components, type) => {
  expect(await check(components)).toMatchObject([
    { code: 'TOO_MANY_TRIGGERS', values: { type, limit: 100, given: components.length } },
  ]);
});

test('100 schedules may be published, and disabled ones do not count', async () => {
  const more = schedules(50).map((one) => ({ ...one, disabled: true }));
  expect(await check([...schedules(100), ...more])).toEqual([]);
});

test('patterns are checked in turns', async () => {
  // Checked patterns are remembered, so each run checks others.
  let hour = 2;
  const longestMs = await longestTurnMs(async () => {
    hour += 1;
    await check(schedules(100, (n) => ({ ...costly(n + 200), cron: `${n % 60} ${hour} 29 2 ${n % 7}` })));
  }, 150);
  expect(longestMs).toBeLessThan(150);
});
