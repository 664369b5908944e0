import { afterAll, expect, test } from '@jest/globals';
import { createSandbox } from '@workflow/sandbox';
import { PROGRAMS_ENTRY } from './programs-entry.ts';

const sandbox = createSandbox({
  processes: 1,
  maxQueued: 100,
  maxWaitMs: 60_000,
  heapMegabytes: 64,
  entry: PROGRAMS_ENTRY,
});
afterAll(() => sandbox.close());

const owner = { organizationId: 'a', workflowId: 'w' };
const limits = { timeoutMs: 60_000, maxResultBytes: 10_000 };
const runCode = (source: string) => sandbox.run({ kind: 'code', source, placeholders: '{"a":1}', limits }, owner);
const runExpression = (expression: string) =>
  sandbox.run({ kind: 'expression', expression, input: '{"a":1}', secrets: {}, limits }, owner);

/** Returns a program that replaces every object passing through a promise with its own object. */
const throughThen = (json: string) =>
  `Object.prototype.then = function (settle) {
     if (!Object.prototype.hasOwnProperty.call(this, 'json')) return settle(1);
     delete Object.prototype.then;
     settle({ json: ${json} });
   };
   return 5;`;
const LARGE = `'[' + '{},'.repeat(100000) + '{}]'`;

test.each([
  ['a thenable in place of the result', throughThen(LARGE)],
  ['a thenable with text that is no JSON', throughThen(`'NOT JSON {{{'`)],
  [
    'a getter on every object',
    `Object.defineProperty(Object.prototype, 'json', { get() { return 'NOT JSON' } }); return 5`,
  ],
  [
    'a setter on every object',
    `Object.defineProperty(Object.prototype, 'json', { set(v) {}, get() { return '{' } }); return 5`,
  ],
  ['another JSON', `JSON.stringify = () => 'NOT JSON'; JSON.parse = () => 1; return 5`],
  ['another then of promises', `Promise.prototype.then = function (f) { return f({ json: 'NOT JSON' }) }; return 5`],
  ['another String', `String.prototype.toString = () => '{'; String.prototype.valueOf = () => '{'; return 5`],
  [
    'another constructor of promises',
    `const Other = class { constructor(f) { f(() => {}, () => {}) } };
     Object.defineProperty(Promise.prototype, 'constructor', { get: () => Other }); return 5`,
  ],
])('a program that forges its result by %s has the result 5, or fails with its own code', async (_name, source) => {
  const answer = await runCode(source);
  if (answer.kind === 'not-begun') throw new Error(answer.why);
  if (answer.kind === 'done') throw new Error('a program is not a data job');
  const honest = answer.kind === 'failure' ? answer.code : (JSON.parse(answer.json ?? 'null') as unknown);
  expect([5, 1, null, 'CODE_ERROR']).toContain(honest);
  expect(await runCode('return placeholders.a')).toEqual({ kind: 'value', json: '1' });
});

test.each([
  ['a toJSON of every object', `Object.prototype.toJSON = () => 'x'.repeat(20000); return {}`],
  ['a toJSON of lists', `Array.prototype.toJSON = () => 'x'.repeat(20000); return [5]`],
  [
    'a proxy',
    `return new Proxy({}, {
       ownKeys: () => ['a'],
       getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }),
       get: (_, key) => key === 'toJSON' ? undefined : 'x'.repeat(20000),
     })`,
  ],
  ['its own length', `return Object.assign(Object.create({ length: 1 }), { text: 'x'.repeat(20000) })`],
  ['characters of several bytes', `return '€'.repeat(5000)`],
  ['a thenable', `return { then(settle) { settle('x'.repeat(20000)) } }`],
])('a result that is made larger by %s is OUTPUT_TOO_LARGE', async (_name, source) => {
  expect(await runCode(source)).toMatchObject({ kind: 'failure', code: 'OUTPUT_TOO_LARGE' });
});

test.each([
  ['return new Map([[1, 2]])', 'TypeError: the result is a Map, which JSON cannot hold'],
  ['return new Set()', 'TypeError: the result is a Set, which JSON cannot hold'],
  ['return 0 / 0', 'TypeError: the result is NaN, which JSON cannot hold'],
  ['return { rate: -1 / 0 }', 'TypeError: the result has in "rate" -Infinity, which JSON cannot hold'],
  ['return Symbol("x")', 'TypeError: the result is a Symbol, which JSON cannot hold'],
  ['return () => 1', 'TypeError: the result is a function, which JSON cannot hold'],
  ['return { list: [1, { found: new Map() }] }', 'TypeError: the result has in "found" a Map, which JSON cannot hold'],
  ['return { late: Promise.resolve(1) }', 'TypeError: the result has in "late" a Promise, which JSON cannot hold'],
])('%s is an error that explains it', async (source, message) => {
  expect(await runCode(source)).toEqual({ kind: 'failure', code: 'CODE_ERROR', message, isBroken: false });
});

test.each(['$sum', 'function($x) { $x }', '$uppercase ~> $trim', '{"f": $sum}'])(
  'the expression %s is an error that names the function in its result',
  async (expression) => {
    const answer = await runExpression(expression);
    expect(answer).toMatchObject({ kind: 'failure', code: 'EXPRESSION_ERROR' });
    expect(answer.kind === 'failure' && answer.message).toContain('a function, which JSON cannot hold');
  },
);
