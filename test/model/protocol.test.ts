import { describe, expect, test } from '@jest/globals';
import { claimFirst, CLAIM_FIRST_GUARDS } from './claim-first.ts';
import { explore } from './explore.ts';
import type { GuardTable } from './protocol.ts';
import type { Program } from './protocol-state.ts';
import { runFirst, RUN_FIRST_GUARDS } from './run-first.ts';

/**
 * How many kills, silences, repeated deliveries, wipes, cancels, pauses and releases there are together, in every
 * order. One more of them makes the states ten times as many.
 */
const FAULTS: Record<Program, number> = { pure: 2, effect: 2, killer: 1 };
const PROTOCOLS = [
  {
    name: 'claims first',
    protocol: claimFirst,
    maxKilled: 3,
    guards: CLAIM_FIRST_GUARDS,
    states: { pure: 22_879, effect: 39_185, killer: 10_501 },
  },
  {
    name: 'runs first and claims late',
    protocol: runFirst,
    // The first delivery is not counted.
    maxKilled: 4,
    guards: RUN_FIRST_GUARDS,
    states: { pure: 28_697, effect: 47_507, killer: 22_438 },
  },
];

describe.each(PROTOCOLS)('a protocol that $name', ({ protocol, maxKilled, guards, states }) => {
  test.each(Object.entries(states))(
    'loses no session, ends it once, and bounds effects and crashes: program %s, in all of its %d states',
    (name, count) => {
      const program = name as Program;
      const explored = explore(protocol({ program, faults: FAULTS[program], maxKilled }));
      expect(explored).toEqual({ states: count, violation: null });
    },
  );

  test(`gives up a program that killed ${maxKilled} executors, and no earlier`, () => {
    const { violation } = explore(protocol({ program: 'killer', faults: 0, maxKilled: maxKilled - 1 }));
    expect(violation?.invariant).toBe('killed');
  });

  test.each(Object.entries<GuardTable[string]>(guards))(
    'needs the guard: %s',
    (without, { breaks, program, faults }) => {
      const { violation } = explore(protocol({ program, faults, maxKilled, without }));
      expect(violation?.invariant).toBe(breaks);
    },
  );
});
