import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Component, Connection, Definition } from '@workflow/workflow-model';
import { component, httpFrom, sessionFixture } from './testing/session-fixture.ts';

/** A graph without cycles: connections lead from lower to higher numbers. */
const anyDefinition: fc.Arbitrary<Definition> = fc.array(
  fc.record({ type: fc.constantFrom('http-request', 'http-request', 'condition', 'transform'), holds: fc.boolean(), from: fc.array(fc.nat(6), { minLength: 1, maxLength: 3 }), odd: fc.boolean() }),
  { minLength: 1, maxLength: 7 },
).map((parts) => {
  const components: Component[] = [component('c0', 'input', { placeholders: [] })];
  const connections: Connection[] = [];
  parts.forEach(({ type, holds, from, odd }, index) => {
    const id = `c${index + 1}`;
    const config = type === 'http-request' ? { method: 'POST', url: `http://server/${id}` } : { expression: String(holds), type: 'BOOLEAN' };
    components.push(component(id, type, config, { output: id }));
    for (const source of new Set(from.map((number) => Math.min(number, index)))) {
      const { type: sourceType } = components[source] as Component;
      connections.push({ from: `c${source}`, port: sourceType === 'condition' ? String(odd) : 'next', to: id });
    }
  });
  return { components, connections };
});

/** At which write an executor dies, and whether the write got through. */
const anyCrashes = fc.array(fc.record({ atWrite: fc.integer({ min: 1, max: 4 }), written: fc.boolean() }), { maxLength: 4 });

const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

test('whatever crashes, a session ends as without crashes, and no committed step runs again', async () => {
  const timersBefore = timers();
  await fc.assert(fc.asyncProperty(anyDefinition, anyCrashes, async (definition, crashes) => {
    const undisturbed = sessionFixture(definition);
    expect((await undisturbed.run({ componentId: 'c0' })).kind).toBe('succeeded');
    const expected = [...undisturbed.store.steps.values()].map(({ componentId }) => componentId).sort();

    const repeated: string[] = [];
    const keys = new Map<string, Set<string>>();
    const disturbed = sessionFixture(definition, {
      http: httpFrom((call) => {
        const id = call.url.pathname.slice(1);
        if (disturbed.store.stepsOf(id).some(({ status }) => status === 'SUCCEEDED')) repeated.push(id);
        keys.set(id, (keys.get(id) ?? new Set()).add(call.headers['idempotency-key'] as string));
        return {};
      }),
    });
    let attempt = 1;
    for (const { atWrite, written } of crashes) {
      const dies = new AbortController();
      let writes = 0;
      disturbed.store.beforeWrite = () => {
        writes += 1;
        if (writes < atWrite) return true;
        if (writes === atWrite) setImmediate(() => dies.abort(new Error('killed')));
        return writes === atWrite && written;
      };
      const outcome = await disturbed.run({ componentId: 'c0', resumed: attempt > 1, attempt }, dies.signal);
      attempt += 1;
      if (outcome.kind !== 'lost') break;
    }
    disturbed.store.beforeWrite = () => true;
    const ended = disturbed.store.events.some((event) => event.kind === 'end');
    const last = ended ? 'succeeded' : (await disturbed.run({ componentId: 'c0', resumed: attempt > 1, attempt })).kind;
    expect(last).toBe('succeeded');
    const succeeded = [...disturbed.store.steps.values()].filter(({ status }) => status === 'SUCCEEDED').map(({ componentId }) => componentId).sort();
    expect(succeeded).toEqual(expected);
    expect(repeated).toEqual([]);
    expect([...disturbed.store.steps.values()].filter(({ status }) => status === 'RUNNING')).toEqual([]);
    for (const used of keys.values()) expect(used.size).toBe(1);
  }), { numRuns: 200 });
  // A step that begins when its session is over would leave its time-out behind, for up to a day.
  expect(timers()).toBe(timersBefore);
});
