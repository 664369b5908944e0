import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { beginWalk, planWalk, resumeWalk, takesError } from './index.ts';
import type { Definition, StepState } from './index.ts';
import { define } from '../test/define.ts';

const walkOf = (definition: Definition, start: string) => beginWalk(planWalk(definition, start));

test('begins with the start component alone', () => {
  const walk = walkOf(define('abc', 'a>b', 'b>c'), 'a');
  expect(walk.ready()).toEqual(['a']);
  expect(walk.finished).toBe(false);
});

test('runs one component after the other and is finished after the last', () => {
  const walk = walkOf(define('ab', 'a>b'), 'a');
  expect(walk.settle('a', 'next')).toEqual(['b']);
  expect(walk.finished).toBe(false);
  expect(walk.settle('b', 'next')).toEqual([]);
  expect(walk.finished).toBe(true);
});

test('branches run side by side, and what joins them waits for all', () => {
  const walk = walkOf(define('abcd', 'a>b', 'a>c', 'b>d', 'c>d'), 'a');
  expect(walk.settle('a', 'next')).toEqual(['b', 'c']);
  expect(walk.settle('c', 'next')).toEqual([]);
  expect(walk.settle('b', 'next')).toEqual(['d']);
});

test('ports not taken die, and their death is passed on', () => {
  const walk = walkOf(define('abcde', 'a:true>b', 'a:false>c', 'c>d', 'd>e'), 'a');
  expect(walk.settle('a', 'true')).toEqual(['b']);
  expect(['c', 'd', 'e'].map(walk.stateOf)).toEqual(['dead', 'dead', 'dead']);
});

test('a join runs when one of its branches died and another was taken', () => {
  const walk = walkOf(define('abcd', 'a:true>b', 'a:false>c', 'b>d', 'c>d'), 'a');
  walk.settle('a', 'false');
  expect(walk.stateOf('d')).toBe('undecided');
  expect(walk.settle('c', 'next')).toEqual(['d']);
});

test('a start in the middle ignores connections from outside the reachable part', () => {
  const walk = walkOf(define('abcx', 'a>b', 'b>c', 'x>c'), 'b');
  expect(walk.settle('b', 'next')).toEqual(['c']);
  expect(walk.plan.componentIds).toEqual(['b', 'c']);
});

test('two ports of one component may lead to the same component', () => {
  const walk = walkOf(define('ab', 'a:true>b', 'a:false>b'), 'a');
  expect(walk.settle('a', 'false')).toEqual(['b']);
});

test('refuses to settle what is not ready, so that nothing runs twice', () => {
  const walk = walkOf(define('ab', 'a>b'), 'a');
  expect(() => walk.settle('b', 'next')).toThrow(RangeError);
  walk.settle('a', 'next');
  expect(() => walk.settle('a', 'next')).toThrow(RangeError);
  expect(() => walk.settle('nowhere', 'next')).toThrow(RangeError);
});

test('refuses to plan from a component that does not exist', () => {
  expect(() => planWalk(define('a'), 'z')).toThrow('the definition has no component z');
});

test('an error port takes a failure only when it is connected', () => {
  const plan = planWalk(define('abc', 'a>b', 'b:error>c'), 'a');
  expect([takesError(plan, 'a'), takesError(plan, 'b')]).toEqual([false, true]);
});

test('resumes from committed steps', () => {
  const plan = planWalk(define('abcdef', 'a>b', 'a>c', 'a>d', 'b:error>e', 'b>f'), 'a');
  const steps = new Map<string, StepState>([
    ['a', { kind: 'settled', port: 'next' }], ['b', { kind: 'failed' }], ['c', { kind: 'waiting' }], ['d', { kind: 'running' }],
  ]);
  expect(resumeWalk(plan, steps)).toMatchObject({ toRun: ['e'], waiting: ['c'], running: ['d'], dead: ['f'], failed: [], finished: false });
});

test('a failed step that nothing takes is reported as failed', () => {
  const plan = planWalk(define('ab', 'a>b'), 'a');
  expect(resumeWalk(plan, new Map([['a', { kind: 'failed' }]]))).toMatchObject({ failed: ['a'], toRun: [], finished: false });
});

const IDS = 'abcdefgh';
/** Connections point from earlier letters to later ones, so there is no cycle. */
const anyDefinition = fc.uniqueArray(
  fc.tuple(fc.nat(7), fc.nat(7), fc.constantFrom('next', 'error', 'true')).filter(([from, to]) => from < to),
  { maxLength: 20, selector: (connection) => connection.join() },
).map((connections) => define(IDS, ...connections.map(([from, to, port]) => `${IDS[from]}:${port}>${IDS[to]}`)));
const anyPorts = fc.array(fc.constantFrom('next', 'error', 'true'), { minLength: 8, maxLength: 8 });

/** The rule said once more, by asking every component again until nothing changes. */
function settledByTheRule(definition: Definition, start: string, portOf: (id: string) => string): Set<string> {
  const reachable = new Set(planWalk(definition, start).componentIds);
  const runs = new Map<string, boolean>([[start, true]]);
  const decide = (id: string) => {
    const incoming = definition.connections.filter(({ from, to }) => to === id && reachable.has(from));
    if (!incoming.every(({ from }) => runs.has(from))) return;
    runs.set(id, incoming.some(({ from, port }) => runs.get(from) === true && portOf(from) === port));
  };
  while (runs.size < reachable.size) for (const id of reachable) if (!runs.has(id)) decide(id);
  return new Set([...runs].filter(([, ran]) => ran).map(([id]) => id));
}

test('in whatever order steps end, exactly the components run that the rule says', () => {
  fc.assert(fc.property(anyDefinition, fc.constantFrom(...IDS), anyPorts, fc.infiniteStream(fc.nat(1_000)), (definition, start, ports, picks) => {
    const portOf = (id: string) => ports[IDS.indexOf(id)] as string;
    const walk = walkOf(definition, start);
    const ran = new Set<string>();
    const open = walk.ready();
    while (open.length > 0) {
      const [id] = open.splice((picks.next().value as number) % open.length, 1) as [string];
      ran.add(id);
      open.push(...walk.settle(id, portOf(id)));
    }
    expect(walk.finished).toBe(true);
    expect([...ran].sort()).toEqual([...settledByTheRule(definition, start, portOf)].sort());
    expect(walk.plan.componentIds.filter((id) => walk.stateOf(id) !== 'dead').sort()).toEqual([...ran].sort());
  }));
});

test('resuming after any committed steps goes on where the walk stood', () => {
  fc.assert(fc.property(anyDefinition, anyPorts, fc.nat(8), (definition, ports, committed) => {
    const plan = planWalk(definition, 'a');
    const walk = beginWalk(plan);
    const steps = new Map<string, StepState>();
    for (let ready = walk.ready(); ready[0] !== undefined && steps.size < committed; ready = walk.ready()) {
      const port = ports[IDS.indexOf(ready[0])] as string;
      steps.set(ready[0], { kind: 'settled', port });
      walk.settle(ready[0], port);
    }
    const resumed = resumeWalk(plan, steps);
    expect(resumed.toRun.sort()).toEqual(walk.ready());
    expect(resumed.finished).toBe(walk.finished);
  }));
});
