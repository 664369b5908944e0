import { expect, test } from '@jest/globals';
import { StoreClock } from './store-clock.ts';

const AT = Date.parse('2026-01-01T00:00:00Z');

test('reports the time of PostgreSQL, however far the machine is off', async () => {
  let machine = AT + 300_000;
  const clock = new StoreClock(() => machine);
  expect(clock.now()).toBeNull();
  await clock.learn(async () => {
    machine += 20;
    return { now: new Date(AT) };
  });
  machine += 1_000;
  // The answer is from the middle of the request.
  expect(clock.nowMs()).toBe(AT + 1_010);
});

test('follows PostgreSQL when its clock is set', async () => {
  const clock = new StoreClock(() => AT);
  for (const stepMs of [300_000, -300_000]) {
    await clock.learn(async () => ({ now: new Date(AT + stepMs) }));
    expect(clock.nowMs()).toBe(AT + stepMs);
  }
});

test('reports when PostgreSQL was set', async () => {
  let machine = AT;
  const clock = new StoreClock(() => machine);
  const learn = (now: number) => clock.learn(async () => ({ now: new Date(now) }));
  await learn(AT);
  machine += 60_000;
  await learn(AT + 60_500);
  expect(clock.msSinceStep()).toBe(Infinity);
  await learn(AT - 240_000);
  machine += 1_000;
  await learn(AT - 239_000);
  expect(clock.msSinceStep()).toBe(1_000);
});

test('does not exclude a step after an answer that took long', async () => {
  let machine = AT;
  const clock = new StoreClock(() => machine);
  await clock.learn(async () => ({ now: new Date(AT) }));
  expect(clock.msSinceStep()).toBe(Infinity);
  await clock.learn(async () => {
    machine += 1_001;
    return { now: new Date(AT) };
  });
  expect(clock.msSinceStep()).toBe(0);
});

test('does not learn from an answer that took long', async () => {
  let machine = AT;
  const clock = new StoreClock(() => machine);
  await clock.learn(async () => {
    machine += 60_000;
    return { now: new Date(AT) };
  });
  expect(clock.now()).toBeNull();
});

test('is not moved by a step of the machine', async () => {
  const clock = new StoreClock();
  await clock.learn(async () => ({ now: new Date(AT) }));
  const realNow = Date.now;
  try {
    Date.now = () => realNow() + 300_000;
    expect(clock.nowMs() - AT).toBeLessThan(100_000);
  } finally {
    Date.now = realNow;
  }
});
