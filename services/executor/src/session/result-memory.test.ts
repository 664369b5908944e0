import { expect, test } from '@jest/globals';
import type { Component } from '@workflow/workflow-model';
import { evaluateExpression } from '@workflow/expressions';
import type { Sandbox } from '@workflow/sandbox';
import { ResultMemory } from './result-memory.ts';
import { component, sessionFixture } from './testing/session-fixture.ts';

const KIB = 1_024;
const input = component('in', 'input', { placeholders: [{ key: 't', type: 'TEXT' }] });
const grow = (number: number) =>
  component(
    `c${number}`,
    'transform',
    { expression: `${number === 0 ? 't' : `r${number - 1}`} & "k"`, type: 'TEXT' },
    { output: `r${number}` },
  );

/** Returns a chain in which each component reads the one before it, and the last one evaluates `expression`. */
function chainOf(length: number, expression: string) {
  const last = component('last', 'transform', { expression, type: 'NUMBER' }, { output: 'last' });
  const components: Component[] = [input, ...Array.from({ length }, (_, number) => grow(number)), last];
  const connections = components
    .slice(1)
    .map(({ id }, index) => ({ from: components[index]!.id, port: 'next', to: id }));
  return { components, connections };
}

const sandbox: Sandbox = {
  run: (request) =>
    request.kind === 'expression' ? evaluateExpression(request) : Promise.reject(new Error('no code in this test')),
  problem: () => null,
  close: () => Promise.resolve(),
};

/** Measures how much memory is counted while the session runs. */
async function runChain(length: number, expression: string, text: string, perSession = 64 * KIB * KIB) {
  const results = new ResultMemory({ perSession, perOrganization: 2 * perSession });
  let most = 0;
  const fixture = sessionFixture(chainOf(length, expression), { results, sandbox });
  const { recordSteps } = fixture.store;
  fixture.store.recordSteps = (...written) => {
    most = Math.max(most, results.of('org'));
    return recordSteps.apply(fixture.store, written);
  };
  const outcome = await fixture.run({ organizationId: 'org', placeholderValues: { t: text } });
  return { outcome, most, after: results.of('org') };
}

const TEXT = 'x'.repeat(100 * KIB);

test('results that no component can read any more are dropped while the session runs', async () => {
  const { outcome, most, after } = await runChain(50, '$length(r49)', TEXT);
  expect(outcome.kind).toBe('succeeded');
  expect(most).toBeGreaterThan(50 * KIB);
  expect(most).toBeLessThan(500 * KIB);
  expect(after).toBe(0);
});

test('a result that is read at the end is there at the end', async () => {
  const { outcome } = await runChain(10, '$length(r0) + $length(r9)', 'x'.repeat(20 * KIB));
  expect(outcome).toMatchObject({ kind: 'succeeded' });
});

test('results that are all read at the end fail the step that has no room for another', async () => {
  const reading = Array.from({ length: 50 }, (_, number) => `$length(r${number})`).join(' + ');
  const { outcome, most, after } = await runChain(50, reading, TEXT, 2_048 * KIB);
  expect(outcome).toMatchObject({
    kind: 'failed',
    error: { code: 'RESULTS_TOO_LARGE', message: 'The results of the session need more than 2097152 bytes' },
  });
  expect(most).toBeLessThanOrEqual(2_048 * KIB);
  expect(after).toBe(0);
});

test('a text with one character beyond Latin-1 counts twice', async () => {
  const plain = await runChain(3, '$length(r0 & r1 & r2)', 'x'.repeat(100 * KIB));
  const wide = await runChain(3, '$length(r0 & r1 & r2)', `€${'x'.repeat(100 * KIB)}`);
  expect(wide.most / plain.most).toBeCloseTo(2, 1);
});

test('the sessions of one organization share a budget, and others have their own', () => {
  const results = new ResultMemory({ perSession: 100 * KIB, perOrganization: 150 * KIB });
  const [first, second, ofOtherOrganization] = [results.open('a'), results.open('a'), results.open('b')];
  expect([first.count('x', 90 * KIB), ofOtherOrganization.count('x', 90 * KIB)]).toEqual([null, null]);
  expect(second.count('x', 90 * KIB)).toContain("the organization's sessions");
  first.close();
  expect(second.count('x', 90 * KIB)).toBeNull();
});

/** Makes two large results, waits, and reads the second one. */
function waitingBetween() {
  const wait = component('wait', 'delay', { seconds: 3_600 });
  const last = component('last', 'output', { value: '{{ $length(r1) }}' });
  const components = [input, grow(0), grow(1), wait, last];
  const connections = components
    .slice(1)
    .map(({ id }, index) => ({ from: components[index]!.id, port: 'next', to: id }));
  return { components, connections };
}

async function waitingSession(results: ResultMemory) {
  let nowMs = Date.now();
  const fixture = sessionFixture(waitingBetween(), { results, sandbox, now: () => nowMs });
  const claimed = { organizationId: 'org', placeholderValues: { t: TEXT } };
  expect(await fixture.run(claimed)).toMatchObject({ kind: 'waiting' });
  nowMs += 3_600_000;
  return { ...fixture, resume: () => fixture.run({ ...claimed, resumed: true, claimNumber: 2 }) };
}

test('a resumed session reads those large results that it still needs', async () => {
  const results = new ResultMemory({ perSession: 64 * KIB * KIB, perOrganization: 64 * KIB * KIB });
  const { resume, store } = await waitingSession(results);
  expect(await resume()).toMatchObject({ kind: 'succeeded', output: TEXT.length + 2 });
  expect(store.outputsRead).toEqual(['c1']);
  expect(results.of('org')).toBe(0);
});

test('a session does not resume while its organization has no room for the results that it needs', async () => {
  const results = new ResultMemory({ perSession: 300 * KIB, perOrganization: 300 * KIB });
  const { resume, store } = await waitingSession(results);
  const otherSession = results.open('org');
  otherSession.count('x', 250 * KIB);
  expect(await resume()).toMatchObject({ kind: 'waiting', dueAt: expect.any(Date) });
  expect(store.outputsRead).toEqual([]);
  otherSession.close();
  expect(await resume()).toMatchObject({ kind: 'succeeded' });
  expect(results.of('org')).toBe(0);
});
