import { expect, test } from '@jest/globals';
import { TurnQueue } from './turn-queue.ts';

const owner = (organizationId: string, workflowId = 'w') => ({ organizationId, workflowId });

function takeAll(queue: TurnQueue<string>): string[] {
  const taken: string[] = [];
  for (let next = queue.take(); next !== undefined; next = queue.take()) taken.push(next);
  return taken;
}

test('serves organizations in turn, however much one of them sends', () => {
  const queue = new TurnQueue<string>();
  for (const item of ['a1', 'a2', 'a3', 'a4']) queue.add(owner('a'), item);
  for (const item of ['b1', 'b2']) queue.add(owner('b'), item);
  expect(takeAll(queue)).toEqual(['a1', 'b1', 'a2', 'b2', 'a3', 'a4']);
});

test('serves the workflows of one organization in turn, and many of them bring it no more turns', () => {
  const queue = new TurnQueue<string>();
  for (const item of ['x1', 'x2', 'x3']) queue.add(owner('a', 'x'), item);
  for (const item of ['y1', 'y2']) queue.add(owner('a', 'y'), item);
  queue.add(owner('b'), 'b1');
  expect(takeAll(queue)).toEqual(['x1', 'b1', 'y1', 'x2', 'y2', 'x3']);
});

test('passes over organizations that may not go, without taking their turn', () => {
  const queue = new TurnQueue<string>();
  for (const item of ['a1', 'a2']) queue.add(owner('a'), item);
  queue.add(owner('b'), 'b1');
  expect(queue.take((organizationId) => organizationId !== 'a')).toBe('b1');
  expect(queue.take((organizationId) => organizationId !== 'a')).toBeUndefined();
  expect(takeAll(queue)).toEqual(['a1', 'a2']);
});

test('drops the newest item of the organization with most waiting', () => {
  const queue = new TurnQueue<string>();
  for (const item of ['a1', 'a2', 'a3']) queue.add(owner('a'), item);
  queue.add(owner('b'), 'b1');
  expect(queue.newestOfLargest()).toBe('a3');
  expect([queue.remove(owner('a'), 'a3'), queue.remove(owner('a'), 'a3'), queue.size]).toEqual([true, false, 3]);
});
