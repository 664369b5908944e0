import { describe, expect, test } from '@jest/globals';
import { claimFirst, CLAIM_FIRST_GUARDS } from './claim-first.ts';
import { explore } from './explore.ts';
import type { GuardTable } from './protocol.ts';
import type { Program } from './protocol-state.ts';
import { runFirst, RUN_FIRST_GUARDS } from './run-first.ts';

/** The number of states for this number of faults and retries. */
interface Exploration {
  program: Program;
  /** Kills, silences, repeated deliveries, wipes, cancels, pauses and releases together, in every order. */
  faults: number;
  retries: number;
  claimFirst: number;
  runFirst: number;
}

/** One more fault makes the states ten times as many. */
const EXPLORATIONS: Exploration[] = [
  { program: 'pure', faults: 1, retries: 1, claimFirst: 2_293, runFirst: 2_982 },
  { program: 'effect', faults: 1, retries: 1, claimFirst: 3_491, runFirst: 4_518 },
  { program: 'killer', faults: 0, retries: 1, claimFirst: 16_648, runFirst: 38_775 },
  { program: 'waiter', faults: 1, retries: 0, claimFirst: 6_967, runFirst: 9_254 },
  { program: 'parent', faults: 1, retries: 0, claimFirst: 7_895, runFirst: 10_464 },
];

/** These take minutes on a busy machine, so they run only if CI=true (`.ci/run`). */
const LONG_EXPLORATIONS: Exploration[] = [
  { program: 'pure', faults: 2, retries: 1, claimFirst: 66_553, runFirst: 88_048 },
  { program: 'effect', faults: 2, retries: 1, claimFirst: 118_629, runFirst: 155_451 },
  // With a retry as well there are 2.6 million states, in which the same holds.
  { program: 'killer', faults: 1, retries: 0, claimFirst: 37_306, runFirst: 78_296 },
  { program: 'waiter', faults: 2, retries: 0, claimFirst: 179_592, runFirst: 241_672 },
  { program: 'parent', faults: 2, retries: 0, claimFirst: 208_493, runFirst: 280_894 },
];

const PROTOCOLS = [
  {
    name: 'claims first',
    key: 'claimFirst' as const,
    protocol: claimFirst,
    maxKilled: 3,
    guards: CLAIM_FIRST_GUARDS,
  },
  {
    name: 'runs first and claims late',
    key: 'runFirst' as const,
    protocol: runFirst,
    // The first delivery is not counted.
    maxKilled: 4,
    guards: RUN_FIRST_GUARDS,
  },
];

describe.each(PROTOCOLS)('a protocol that $name', ({ key, protocol, maxKilled, guards }) => {
  const explorations = [...EXPLORATIONS, ...(process.env['CI'] === 'true' ? LONG_EXPLORATIONS : [])];
  test.each(explorations)(
    'loses no session, ends each run once, and bounds effects and crashes: $program, $faults faults, $retries retries',
    ({ program, faults, retries, [key]: states }) => {
      const explored = explore(protocol({ program, faults, retries, maxKilled }));
      expect(explored).toEqual({ states, violation: null });
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
