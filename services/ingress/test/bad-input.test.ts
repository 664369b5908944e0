import { beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Component } from '@workflow/workflow-model';
import { component, useTestIngress, type TestAnswer } from './start-test-ingress.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const ingress = useTestIngress();
let workflowId: string;
let input: Component;
let hookPath: string;
let token: string;

beforeAll(async () => {
  input = component('input', {
    placeholders: ['TEXT', 'NUMBER', 'BOOLEAN', 'DATE_TIME', 'LIST', 'JSON'].map((type) => ({
      key: type.toLowerCase(),
      type,
    })),
  });
  const hook = component('webhook', {}, 'request');
  workflowId = await ingress.workflow([input, hook]);
  token = await ingress.token(workflowId, hook.id);
  hookPath = `/webhook/${workflowId}`;
});

/** Accepted, or refused with the error body; never a 5xx. */
function expectCivil(answer: TestAnswer): void {
  if (answer.status < 300) return;
  expect(answer.status).toBeLessThan(500);
  expect(answer.body).toMatchObject({
    httpStatus: answer.status,
    errorId: expect.stringMatching(UUID),
    message: expect.any(String),
  });
}

const valid = () => ({ workflowId, componentId: input.id });
// fast-check's own unit `binary` makes a map of all 1,114,112 characters first, in seconds.
const anyCharacter = fc.oneof(
  fc.string({ unit: 'binary-ascii', minLength: 1, maxLength: 1 }),
  fc.nat(0x10_ff_ff).map((code) => String.fromCodePoint(code)),
);
/** Strings with NULs, lone surrogates and keys that name parts of every object. */
const nasty = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.constantFrom('\u0000', '\uD800', '__proto__', 'constructor', 'toString', '\u202E', ''),
);
const anything = fc.anything({
  key: nasty,
  values: [fc.integer(), fc.double(), fc.boolean(), fc.constant(null), nasty],
  maxDepth: 4,
});
const runs = { numRuns: 1_000 };

async function inBatches<Value>(
  arbitrary: fc.Arbitrary<Value>,
  send: (value: Value) => Promise<TestAnswer>,
): Promise<void> {
  const values = fc.sample(arbitrary, runs.numRuns);
  for (let at = 0; at < values.length; at += 50)
    for (const answer of await Promise.all(values.slice(at, at + 50).map(send))) expectCivil(answer);
}

test('1,000 bodies of any shape', () => inBatches(anything, (value) => ingress.run(JSON.stringify(value) ?? '')));

test('1,000 placeholder values of any shape', () =>
  inBatches(
    fc.dictionary(fc.oneof(nasty, fc.constantFrom('text', 'number', 'boolean', 'date_time', 'list', 'json')), anything),
    (placeholderValues) => ingress.run(JSON.stringify({ ...valid(), placeholderValues })),
  ));

test('1,000 bodies that are cut or broken JSON', () => {
  const whole = JSON.stringify({ ...valid(), placeholderValues: { text: 'a', json: [1, { a: null }] } });
  return inBatches(fc.tuple(fc.nat(whole.length), nasty), ([at, noise]) =>
    ingress.run(Buffer.from(whole.slice(0, at) + noise + whole.slice(at + 1))),
  );
});

test('1,000 webhook bodies of any bytes and types', () =>
  inBatches(
    fc.tuple(
      fc.uint8Array({ maxLength: 200 }),
      fc.constantFrom(
        'application/json',
        'text/plain',
        'application/x-www-form-urlencoded',
        'text/plain; charset=utf-16',
        'a/b',
        'x',
      ),
    ),
    ([bytes, type]) => ingress.request('POST', hookPath, { body: bytes, headers: { token, 'content-type': type } }),
  ));

/** A run whose placeholder `json` is this text. */
const runWith = (json: string): string =>
  `{"workflowId":"${workflowId}","componentId":"${input.id}","placeholderValues":{"json":${json}}}`;

test.each([
  ['deep arrays', () => '['.repeat(400_000)],
  ['deep arrays in a value', () => runWith(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  ['deep objects in a value', () => runWith(`${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`)],
  [
    'a huge number',
    () => `{"workflowId":"${workflowId}","componentId":"${input.id}","placeholderValues":{"number":1e400}}`,
  ],
  [
    '__proto__ as a field',
    () => `{"workflowId":"${workflowId}","componentId":"${input.id}","__proto__":{"mode":"TEST"}}`,
  ],
  [
    '__proto__ as a placeholder',
    () => `{"workflowId":"${workflowId}","componentId":"${input.id}","placeholderValues":{"__proto__":1}}`,
  ],
  ['10 MB', () => `{"workflowId":"${'x'.repeat(10_485_760)}"}`],
  ['100,000 unknown fields', () => `{${Array.from({ length: 60_000 }, (_, n) => `"f${n}":1`).join(',')}}`],
])('a run with %s is refused', async (_what, make) => {
  const answer = await ingress.run(make());
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expectCivil(answer);
});

test.each([
  ['deep arrays', () => `${'['.repeat(400_000)}${']'.repeat(400_000)}`, 400],
  ['10 MB', () => 'x'.repeat(10_485_760), 413],
])('a webhook with %s', async (_what, make, status) => {
  const answer = await ingress.request('POST', hookPath, {
    body: make(),
    headers: { token, 'content-type': 'application/json' },
  });
  expect(answer.status).toBe(status);
});

test('a pinned output that is nested too deeply is named', async () => {
  const deep = `${'['.repeat(600)}${']'.repeat(600)}`;
  const start = `"workflowId":"${workflowId}","componentId":"${input.id}","mode":"TEST"`;
  expect(await ingress.run(`{${start},"pinnedOutputs":{"${input.id}":${deep}}}`)).toMatchObject({
    status: 400,
    body: { message: `pinnedOutputs.${input.id} must not be nested deeper than 500 levels` },
  });
});

test('wrong TEST options and wrong values are reported together', async () => {
  const placeholderValues = { number: 'many', none: 1 };
  const ofValues = [
    'placeholderValues.number must be a number',
    'placeholderValues.none is not a placeholder available to the component',
  ];
  const session = '0190f3f2-7c1a-7b6e-8a53-0d4a5b6c7d8e';
  const ofSession = `pinsFromSession must be a session of the workflow: there is no session '${session}' of it`;
  const ofPins = `pinnedOutputs.${input.id} must be an object`;
  const messageOf = async (options: object): Promise<string> =>
    (await ingress.run({ ...valid(), mode: 'TEST', placeholderValues, ...options })).body.message;
  expect(await messageOf({ pinnedOutputs: { [input.id]: 1 } })).toBe([ofPins, ...ofValues].join('; '));
  expect(await messageOf({ pinsFromSession: session })).toBe([ofSession, ...ofValues].join('; '));
});
