import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { StepRecord } from '@workflow/session-store';
import type { Component, Connection, Definition } from '@workflow/workflow-model';
import { FakeStore } from './testing/fake-store.ts';
import { component } from './testing/session-fixture.ts';
import { startWalk, type Walk } from './testing/walk-fixture.ts';
import type { SessionOutcome } from './session-outcome.ts';
import type { StepAttempt, WalkAction, WalkEvent } from './walk-events.ts';

/** A graph without cycles: connections lead from lower to higher numbers. */
const anyDefinition: fc.Arbitrary<Definition> = fc
  .array(
    fc.record({
      type: fc.constantFrom('http-request', 'http-request', 'condition', 'transform'),
      holds: fc.boolean(),
      from: fc.array(fc.nat(6), { minLength: 1, maxLength: 3 }),
      odd: fc.boolean(),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((parts) => {
    const components: Component[] = [component('c0', 'input', { placeholders: [] })];
    const connections: Connection[] = [];
    for (const [index, { type, holds, from, odd }] of parts.entries()) {
      const id = `c${index + 1}`;
      const config =
        type === 'http-request'
          ? { method: 'POST', url: `http://server/${id}` }
          : { expression: String(holds), type: 'BOOLEAN' };
      components.push(component(id, type, config, { output: id }));
      for (const source of new Set(from.map((number) => Math.min(number, index)))) {
        const { type: sourceType } = components[source] as Component;
        connections.push({ from: `c${source}`, port: sourceType === 'condition' ? String(odd) : 'next', to: id });
      }
    }
    return { components, connections };
  });

/** The number of events after which an executor dies, and whether its pending commits were written. */
const anyCrashes = fc.array(fc.record({ afterEvents: fc.nat(25), written: fc.boolean() }), { maxLength: 4 });
/** Selects one of the events that may be next. */
const anyOrder = fc.infiniteStream(fc.nat(1_000));

/** A session's rows, and the effects of its components. */
class World {
  readonly store = new FakeStore();
  /** Effects that began although their result was committed, or before their step was RUNNING. */
  readonly wrong: string[] = [];
  /** The number of times that the effect of each component was begun. */
  readonly begun = new Map<string, number>();
  readonly #definition: Definition;
  readonly #next: () => number;

  constructor(definition: Definition, next: () => number) {
    this.#definition = definition;
    this.#next = next;
  }

  /** Runs one executor's attempt, with events in any possible order. Returns null if it died. */
  attempt(resumed: boolean, crash: { afterEvents: number; written: boolean } | null): SessionOutcome | null {
    const walk = startWalk(this.#definition, { from: 'c0' }, resumed ? [...this.store.steps.values()] : undefined);
    const pending: { event: WalkEvent; commit?: StepRecord[] }[] = [{ event: { kind: 'woken' } }];
    for (let events = 0; ; events += 1) {
      const picked = pending[this.#next() % pending.length];
      // Commits are written one after the other.
      const next = picked?.commit ? pending.find(({ commit }) => commit) : picked;
      if (next === undefined) throw new Error('the walk waits for nothing');
      if (events === crash?.afterEvents) {
        if (crash.written) this.store.keep(pending.flatMap(({ commit = [] }) => commit));
        return null;
      }
      pending.splice(pending.indexOf(next), 1);
      if (next.commit) this.store.keep(next.commit);
      const outcome = this.#take(walk, next.event, pending);
      if (outcome === null) continue;
      if (outcome.kind !== 'lost') this.store.keep(outcome.steps);
      return outcome;
    }
  }

  #take(walk: Walk, event: WalkEvent, pending: { event: WalkEvent; commit?: StepRecord[] }[]): SessionOutcome | null {
    for (const action of walk.apply(event)) {
      if (action.kind === 'end') return action.outcome;
      if (action.kind === 'commit')
        pending.push({ event: { kind: 'committed', commit: action.commit, written: true }, commit: action.steps });
      else if (action.kind === 'start') {
        const outcome = this.#start(walk, action, pending);
        if (outcome !== null) return outcome;
      }
    }
    return null;
  }

  #start(
    walk: Walk,
    { part, step }: Extract<WalkAction, { kind: 'start' }>,
    pending: { event: WalkEvent; commit?: StepRecord[] }[],
  ): SessionOutcome | null {
    const { componentId, attempt } = step;
    const { type, config } = this.#definition.components.find(({ id }) => id === componentId) as Component;
    const ended = { kind: 'succeeded', componentId, attempt, input: null, output: 1 } as const;
    if (part === 'effect') {
      this.#beginEffect(step);
      pending.push({ event: { ...ended, port: 'next' } });
      return null;
    }
    this.#checkPredecessors(componentId);
    if (type !== 'http-request') {
      const computed = { ...ended, port: type === 'condition' ? String(config.expression) : 'next' };
      if (this.#next() % 2 === 0) return this.#take(walk, computed, pending);
      pending.push({ event: computed });
      return this.#take(walk, { kind: 'under-way', componentId, attempt }, pending);
    }
    pending.push({ event: { kind: 'effect-ready', componentId, attempt, input: null } });
    return this.#take(walk, { kind: 'under-way', componentId, attempt }, pending);
  }

  #beginEffect({ componentId, attempt }: StepAttempt): void {
    this.begun.set(componentId, (this.begun.get(componentId) ?? 0) + 1);
    const steps = this.store.stepsOf(componentId);
    if (steps.some(({ status }) => status === 'SUCCEEDED')) this.wrong.push(`${componentId} again`);
    if (!steps.some((row) => row.attempt === attempt && row.status === 'RUNNING'))
      this.wrong.push(`${componentId} before its commit`);
  }

  /**
   * Checks the components that a component with an effect depends on: each is committed when it begins, or never ran,
   * unless only computing components follow.
   */
  #checkPredecessors(componentId: string): void {
    if (!this.#leadsToEffect(componentId)) return;
    for (const { from } of this.#definition.connections.filter(({ to }) => to === componentId)) {
      if (this.store.stepsOf(from).at(-1)?.status === 'RUNNING')
        this.wrong.push(`${componentId} before the result of ${from}`);
    }
  }

  #leadsToEffect(componentId: string): boolean {
    const { components, connections } = this.#definition;
    if (components.some(({ id, type }) => id === componentId && type === 'http-request')) return true;
    return connections.some(({ from, to }) => from === componentId && this.#leadsToEffect(to));
  }
}

const mostBegun = ({ begun }: World): number => Math.max(0, ...begun.values());

const succeeded = ({ store }: World): string[] =>
  [...store.steps.values()]
    .filter(({ status }) => status === 'SUCCEEDED')
    .map(({ componentId }) => componentId)
    .sort();

test('whatever crashes, a session ends as without crashes, and no committed step runs again', () => {
  fc.assert(
    fc.property(anyDefinition, anyCrashes, anyOrder, (definition, crashes, order) => {
      const next = () => order.next().value as number;
      const undisturbed = new World(definition, next);
      expect(undisturbed.attempt(false, null)).toMatchObject({ kind: 'succeeded' });

      const disturbed = new World(definition, next);
      let outcome: SessionOutcome | null = null;
      for (const [index, crash] of crashes.entries()) outcome ??= disturbed.attempt(index > 0, crash);
      outcome ??= disturbed.attempt(crashes.length > 0, null);

      expect(outcome).toMatchObject({ kind: 'succeeded' });
      expect([...undisturbed.wrong, ...disturbed.wrong]).toEqual([]);
      // There is at most one crash between the begin of an effect and the commit of its result.
      expect(mostBegun(undisturbed)).toBeLessThanOrEqual(1);
      expect(mostBegun(disturbed)).toBeLessThanOrEqual(1 + crashes.length);
      expect(succeeded(disturbed)).toEqual(succeeded(undisturbed));
      expect([...disturbed.store.steps.values()].filter(({ status }) => status === 'RUNNING')).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});
