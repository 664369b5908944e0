import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { planWalk, type Definition } from '@workflow/workflow-model';
import { Branches } from './branches.ts';
import { component, connections } from './testing/session-fixture.ts';

/** Components are named by one letter each, and connections are written as `from>to` or `from.port>to`. */
const define = (ids: string, ...lines: string[]): Definition => ({
  components: [...ids].map((id) => component(id, 'transform')),
  connections: connections(...lines),
});
const branchesOf = (definition: Definition, start: string) => new Branches(planWalk(definition, start));

test('begins with the start component alone', () => {
  const branches = branchesOf(define('abc', 'a>b', 'b>c'), 'a');
  expect(branches.ready()).toEqual(['a']);
});

test('runs one component after the other and is finished after the last', () => {
  const branches = branchesOf(define('ab', 'a>b'), 'a');
  expect(branches.pass('a', 'next')).toEqual(['b']);
  expect(branches.pass('b', 'next')).toEqual([]);
  expect(branches.ready()).toEqual([]);
});

test('branches run side by side, and what joins them waits for all', () => {
  const branches = branchesOf(define('abcd', 'a>b', 'a>c', 'b>d', 'c>d'), 'a');
  expect(branches.pass('a', 'next')).toEqual(['b', 'c']);
  expect(branches.pass('c', 'next')).toEqual([]);
  expect(branches.pass('b', 'next')).toEqual(['d']);
});

test('branches of ports that were not taken are dead, and so is what only they lead to', () => {
  const branches = branchesOf(define('abcde', 'a.true>b', 'a.false>c', 'c>d', 'd>e'), 'a');
  expect(branches.pass('a', 'true')).toEqual(['b']);
  expect(['c', 'd', 'e'].map((id) => branches.stateOf(id))).toEqual(['dead', 'dead', 'dead']);
});

test('a join runs when one of its branches died and another was taken', () => {
  const branches = branchesOf(define('abcd', 'a.true>b', 'a.false>c', 'b>d', 'c>d'), 'a');
  branches.pass('a', 'false');
  expect(branches.stateOf('d')).toBe('undecided');
  expect(branches.pass('c', 'next')).toEqual(['d']);
});

test('a start in the middle ignores connections from outside the reachable part', () => {
  const branches = branchesOf(define('abcx', 'a>b', 'b>c', 'x>c'), 'b');
  expect(branches.pass('b', 'next')).toEqual(['c']);
  expect(['a', 'x'].map((id) => branches.stateOf(id))).toEqual(['dead', 'dead']);
});

test('two ports of one component may lead to the same component', () => {
  const branches = branchesOf(define('ab', 'a.true>b', 'a.false>b'), 'a');
  expect(branches.pass('a', 'false')).toEqual(['b']);
});

test('refuses a port of a component that is not ready, so that nothing runs twice', () => {
  const branches = branchesOf(define('ab', 'a>b'), 'a');
  expect(() => branches.pass('b', 'next')).toThrow(RangeError);
  branches.pass('a', 'next');
  expect(() => branches.pass('a', 'next')).toThrow(RangeError);
  expect(() => branches.pass('nowhere', 'next')).toThrow(RangeError);
});

test('an error stays with the branch that began at the error port', () => {
  const error = { code: 'X', message: 'y', componentId: 'a' };
  const branches = branchesOf(define('abcd', 'a.error>b', 'a.next>c', 'b>d'), 'a');
  branches.pass('a', 'error', error);
  branches.pass('b', 'next');
  expect(['b', 'c', 'd'].map((id) => branches.errorOf(id))).toEqual([error, null, error]);
});

const IDS = 'abcdefgh';
/** Connections point from earlier letters to later ones, so there is no cycle. */
const anyDefinition = fc
  .uniqueArray(
    fc.tuple(fc.nat(7), fc.nat(7), fc.constantFrom('next', 'error', 'true')).filter(([from, to]) => from < to),
    { maxLength: 20, selector: (connection) => connection.join() },
  )
  .map((connections) => define(IDS, ...connections.map(([from, to, port]) => `${IDS[from]}.${port}>${IDS[to]}`)));
const anyPorts = fc.array(fc.constantFrom('next', 'error', 'true'), { minLength: 8, maxLength: 8 });

/** Applies the rule in another way, to compare: it checks every component again until nothing changes. */
function settledByTheRule(definition: Definition, start: string, portOf: (id: string) => string): Set<string> {
  const reachable = new Set(planWalk(definition, start).componentIds);
  const runs = new Map<string, boolean>([[start, true]]);
  const decide = (id: string) => {
    const incoming = definition.connections.filter(({ from, to }) => to === id && reachable.has(from));
    if (!incoming.every(({ from }) => runs.has(from))) return;
    runs.set(
      id,
      incoming.some(({ from, port }) => runs.get(from) === true && portOf(from) === port),
    );
  };
  while (runs.size < reachable.size) for (const id of reachable) if (!runs.has(id)) decide(id);
  return new Set([...runs].filter(([, ran]) => ran).map(([id]) => id));
}

test('in whatever order steps end, exactly the components of the rule run', () => {
  fc.assert(
    fc.property(
      anyDefinition,
      fc.constantFrom(...IDS),
      anyPorts,
      fc.infiniteStream(fc.nat(1_000)),
      (definition, start, ports, picks) => {
        const portOf = (id: string) => ports[IDS.indexOf(id)] as string;
        const branches = branchesOf(definition, start);
        const ran = new Set<string>();
        const open = branches.ready();
        while (open.length > 0) {
          const [id] = open.splice((picks.next().value as number) % open.length, 1) as [string];
          ran.add(id);
          open.push(...branches.pass(id, portOf(id)));
        }
        expect(branches.ready()).toEqual([]);
        expect([...ran].sort()).toEqual([...settledByTheRule(definition, start, portOf)].sort());
        expect([...IDS].filter((id) => branches.stateOf(id) !== 'dead').sort()).toEqual([...ran].sort());
      },
    ),
  );
});
