import { expect, test } from '@jest/globals';
import { usedBytes } from '@workflow/test-harness';
import { CollectedBytes } from './collected-bytes.ts';

test('chunks of any size are collected in order, and taken once', () => {
  const collected = new CollectedBytes();
  for (const text of ['a', '', 'bcd', 'e'.repeat(10_000)]) collected.append(Buffer.from(text));
  expect(collected.length).toBe(10_004);
  expect(collected.take().toString()).toBe(`abcd${'e'.repeat(10_000)}`);
  expect([collected.length, collected.take().length]).toEqual([0, 0]);
});

test('one-byte chunks take about as much memory as their bytes', () => {
  const before = usedBytes();
  const collected = new CollectedBytes();
  for (let sent = 0; sent < 300_000; sent += 1) collected.append(Buffer.from('x'));
  expect(usedBytes() - before).toBeLessThan(5_000_000);
  expect(collected.length).toBe(300_000);
});
