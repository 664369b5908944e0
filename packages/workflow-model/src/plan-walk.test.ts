import { expect, test } from '@jest/globals';
import { planWalk, takesError } from './index.ts';
import { define } from '../test/define.ts';

test('a start in the middle ignores connections from outside the reachable part', () => {
  const plan = planWalk(define('abcx', 'a>b', 'b>c', 'x>c'), 'b');
  expect(plan.componentIds).toEqual(['b', 'c']);
  expect(plan.incomingCount).toEqual([0, 1]);
});

test('refuses to plan from a component that does not exist', () => {
  expect(() => planWalk(define('a'), 'z')).toThrow('The definition has no component z');
});

test('an error port takes a failure only when it is connected', () => {
  const plan = planWalk(define('abc', 'a>b', 'b:error>c'), 'a');
  expect([takesError(plan, 'a'), takesError(plan, 'b')]).toEqual([false, true]);
});

test('never leads to a disabled component, nor to what only it leads to', () => {
  const definition = define('abcde', 'a>b', 'b>c', 'a>d', 'c>d', 'd:error>e', 'a>e');
  for (const one of definition.components) if (one.id === 'b' || one.id === 'e') one.disabled = true;
  const plan = planWalk(definition, 'a');
  expect(plan.componentIds).toEqual(['a', 'd']);
  expect(plan.incomingCount).toEqual([0, 1]);
  expect(takesError(plan, 'd')).toBe(false);
});
