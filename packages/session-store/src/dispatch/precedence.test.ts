import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chooseByPrecedence, newTurns, type Candidate } from './precedence.ts';

const [HIGH, NORMAL, LOW] = [0, 1, 2];
let sequence = 0;

function candidates(priority: number, count: number, workflowId = 'w'): Candidate[] {
  return Array.from({ length: count }, () => ({
    id: String((sequence += 1)),
    organizationId: 'o',
    workflowId,
    priority,
  }));
}

const prioritiesOf = (chosen: Candidate[]): number[] => chosen.map(({ priority }) => priority);

test('a higher priority starts first, and one start in ten is reserved for lower ones', () => {
  const waiting = [...candidates(LOW, 30), ...candidates(HIGH, 30)];
  const chosen = prioritiesOf(chooseByPrecedence(waiting, 20, newTurns()));
  expect(chosen).toEqual(Array.from({ length: 20 }, (_each, index) => (index % 10 === 9 ? LOW : HIGH)));
});

test('of lower priorities, normal starts before low', () => {
  const waiting = [...candidates(LOW, 30), ...candidates(NORMAL, 30), ...candidates(HIGH, 100)];
  const chosen = prioritiesOf(chooseByPrecedence(waiting, 100, newTurns()));
  const counts = [HIGH, NORMAL, LOW].map((priority) => chosen.filter((each) => each === priority).length);
  expect(counts).toEqual([90, 9, 1]);
});

test('turns continue where they were when sessions are chosen one by one', () => {
  const turns = newTurns();
  const chosen = Array.from({ length: 20 }, () =>
    prioritiesOf(chooseByPrecedence([...candidates(LOW, 5), ...candidates(HIGH, 5)], 1, turns)),
  ).flat();
  expect(chosen.filter((each) => each === LOW)).toHaveLength(2);
});

test('as many are chosen as possible, and none twice', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(2), { maxLength: 60 }), fc.nat(80), (priorities, maxChosen) => {
      const waiting = priorities.flatMap((priority) => candidates(priority, 1));
      const chosen = chooseByPrecedence(waiting, maxChosen, newTurns());
      expect(new Set(chosen.map(({ id }) => id)).size).toBe(Math.min(maxChosen, waiting.length));
      for (const priority of [HIGH, NORMAL, LOW]) {
        const order = chosen.filter((each) => each.priority === priority);
        expect(order).toEqual(waiting.filter((each) => each.priority === priority).slice(0, order.length));
      }
    }),
  );
});
