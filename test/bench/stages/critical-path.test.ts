import { expect, test } from '@jest/globals';
import { criticalPaths, summarizePaths } from './critical-path.ts';

/** Messages as `ms from to`. */
const read = (...lines: string[]) =>
  lines.map((line) => {
    const [atMs, from, to] = line.split(' ') as [string, string, string];
    return { atMs: Number(atMs), from, to };
  });

test('stages follow the messages that the answer waited for, and their sum is its time', () => {
  const messages = read(
    '0 caller ingress',
    '2 ingress database',
    '3 ingress queue',
    // Nobody waits for this.
    '4 database ingress',
    '5 queue executor',
    '9 executor queue',
    '10 queue ingress',
    '12 ingress caller',
  );
  expect(criticalPaths(messages, 'caller')).toEqual([
    [
      { party: 'ingress', ms: 3 },
      { party: 'queue', ms: 2 },
      { party: 'executor', ms: 4 },
      { party: 'queue', ms: 1 },
      { party: 'ingress', ms: 2 },
    ],
  ]);
});

test('a request without an answer is left out, and so are messages between two requests', () => {
  const messages = read(
    '0 caller ingress',
    '5 caller ingress',
    '6 queue ingress',
    '8 ingress caller',
    '9 queue ingress',
  );
  expect(criticalPaths(messages, 'caller')).toEqual([]);
  expect(criticalPaths(read('1 caller ingress', '4 ingress caller', '5 x ingress'), 'caller')).toEqual([
    [{ party: 'ingress', ms: 3 }],
  ]);
});

test('a connection that nobody asked was notified by another connection of its server', () => {
  const messages = read(
    '0 caller ingress',
    '1 ingress database#1',
    '2 database#1 ingress',
    '3 ingress database#1',
    '5 database#2 executor',
    '7 executor database#3',
    '8 database#3 executor',
    '9 database#4 ingress',
    '10 ingress caller',
  ).map((message) => ({ ...message, from: message.from.replace('#', ' '), to: message.to.replace('#', ' ') }));
  expect(criticalPaths(messages, 'caller')[0]?.map(({ party, ms }) => `${party}: ${ms}`)).toEqual([
    'ingress: 1',
    'database 1: 1',
    'ingress: 1',
    'database 2: 2',
    'executor: 2',
    'database 4: 2',
    'ingress: 1',
  ]);
});

test('the summary has the medians of the most common path, whatever connections it used', () => {
  const direct = (ms: number) => [{ party: 'ingress', ms }];
  const through = (port: number, ms: number) => [
    { party: 'ingress', ms: 1 },
    { party: `database ${port}`, ms },
    { party: 'ingress', ms: 1 },
  ];
  expect(summarizePaths([through(1, 2), through(2, 4), through(3, 9), direct(100)])).toEqual({
    stages: [
      { party: 'ingress', ms: 1 },
      { party: 'database', ms: 4 },
      { party: 'ingress', ms: 1 },
    ],
    share: 0.75,
    p50Ms: 11,
  });
});
