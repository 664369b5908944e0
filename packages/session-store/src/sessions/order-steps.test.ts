import { expect, test } from '@jest/globals';
import type { StepView } from '@workflow/workflow-model';
import { hasTies, orderSteps } from './order-steps.ts';

const step = (componentId: string, ms: number, attempt = 1): StepView => ({
  componentId,
  run: 1,
  attempt,
  iteration: 0,
  status: 'SUCCEEDED',
  input: null,
  output: null,
  error: null,
  startedAt: new Date(ms).toISOString(),
  finishedAt: null,
});
// Ids and positions in the definition are opposite to the flow: z leads to m, m to a.
const definition = {
  components: ['a', 'm', 'z'].map((id) => ({ id, type: 'transform', config: {} })),
  connections: [
    { from: 'z', port: 'next', to: 'm' },
    { from: 'm', port: 'next', to: 'a' },
  ],
};

test.each([
  [
    'a component is after those that lead to it, within one millisecond',
    [step('a', 5), step('m', 5), step('z', 5)],
    ['z', 'm', 'a'],
  ],
  ['the step that began earlier is first', [step('z', 6), step('a', 5)], ['a', 'z']],
  ['tries of one component are in their order', [step('m', 5, 2), step('m', 5, 1), step('z', 5)], ['z', 'm', 'm']],
  ['a component that the definition does not have is last', [step('gone', 5), step('a', 5)], ['a', 'gone']],
])('%s', (_what, steps, order) => {
  expect(orderSteps(steps, definition).map((ordered) => ordered.componentId)).toEqual(order);
});

test('attempts that began together are in their order', () => {
  expect(orderSteps([step('m', 5, 2), step('m', 5, 1)], definition).map((ordered) => ordered.attempt)).toEqual([1, 2]);
});

test('steps are ordered also if a draft has a cycle', () => {
  const circle = { ...definition, connections: [...definition.connections, { from: 'a', port: 'next', to: 'z' }] };
  expect(orderSteps([step('m', 5), step('a', 5)], circle).map((ordered) => ordered.componentId)).toEqual(['a', 'm']);
});

test.each<[StepView[], boolean]>([
  [[step('a', 5), step('m', 5)], true],
  [[step('a', 5), step('m', 6)], false],
  [[step('a', 5, 1), step('a', 5, 2)], false],
])('ties are of different components: %#', (steps, tied) => {
  expect(hasTies(steps)).toBe(tied);
});
