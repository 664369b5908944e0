import { afterAll, describe, expect, test } from '@jest/globals';
import type { SandboxAnswer } from '@workflow/sandbox/protocol';
import { createSandbox } from '@workflow/sandbox';
import { PROGRAMS_ENTRY } from './programs-entry.ts';

const sandbox = createSandbox({
  processes: 2,
  maxQueued: 100,
  maxWaitMs: 600_000,
  heapMegabytes: 64,
  entry: PROGRAMS_ENTRY,
});
afterAll(() => sandbox.close());

/** Enough time for a program that ends by itself, even on a loaded machine. */
const AMPLE_MS = 60_000;
/** The limit for a program that does not end. */
const SHORT_MS = 700;
const timeFor = (code: string): number => (code.endsWith('_TIMEOUT') ? SHORT_MS : AMPLE_MS);

const owner = { organizationId: 'a', workflowId: 'w' };
const limits = { timeoutMs: AMPLE_MS, maxResultBytes: 1_048_576 };
const runCode = (source: string, placeholders: object = {}, timeoutMs = AMPLE_MS) =>
  sandbox.run(
    { kind: 'code', source, placeholders: JSON.stringify(placeholders), limits: { ...limits, timeoutMs } },
    owner,
  );
const runExpression = (expression: string, input: object = {}, timeoutMs = AMPLE_MS) =>
  sandbox.run(
    {
      kind: 'expression',
      expression,
      input: JSON.stringify(input),
      secrets: {},
      limits: { ...limits, timeoutMs },
    },
    owner,
  );
const value = (json: unknown): SandboxAnswer => ({ kind: 'value', json: JSON.stringify(json) });

describe('code', () => {
  test.each([
    ['a value from placeholders', 'return placeholders.a.b * 2', { a: { b: 21 } }, 42],
    ['the value of a promise', 'return await Promise.resolve([1, 2])', {}, [1, 2]],
    ['text that is not ASCII', 'return placeholders.name + "✓"', { name: 'Žofie 𝄞' }, 'Žofie 𝄞✓'],
    ['an object with odd keys', 'return JSON.parse(\'{"__proto__": 1}\')', {}, JSON.parse('{"__proto__": 1}')],
  ])('gives %s', async (_name, source, placeholders, expected) => {
    expect(await runCode(source, placeholders)).toEqual(value(expected));
  });

  test.each([
    ['loops for ever', 'for (;;) {}', 'CODE_TIMEOUT'],
    ['loops for ever in jobs', '(async () => { for (;;) await 0; })(); return new Promise(() => {})', 'CODE_TIMEOUT'],
    ['loops while its result is read', 'return { toJSON() { for (;;) {} } }', 'CODE_TIMEOUT'],
    ['swallows its interruption', 'for (;;) { try { for (;;) {} } catch {} }', 'CODE_TIMEOUT'],
    ['has a catastrophic regular expression', 'return /(a+)+$/.test("a".repeat(50) + "b")', 'CODE_TIMEOUT'],
    ['eats memory', 'const all = []; for (;;) all.push(new Array(100000).fill(1))', 'CODE_MEMORY'],
    ['asks for a gigabyte', 'return new ArrayBuffer(1e9).byteLength', 'CODE_MEMORY'],
    ['recurses without end', 'function f() { return f() + 1 } return f()', 'CODE_ERROR'],
    ['throws an error', 'throw new TypeError("no")', 'CODE_ERROR'],
    ['throws a number', 'throw 5', 'CODE_ERROR'],
    ['throws nothing', 'throw undefined', 'CODE_ERROR'],
    ['throws an object that throws', 'throw { get message() { throw 1 } }', 'CODE_ERROR'],
    ['rejects with a non-error', 'return Promise.reject({ code: 1 })', 'CODE_ERROR'],
    ['never settles', 'return new Promise(() => {})', 'CODE_ERROR'],
    ['returns 50 MB', 'return "x".repeat(50e6)', 'OUTPUT_TOO_LARGE'],
    ['returns a list of 20 MB', 'return new Array(1e6).fill("xxxxxxxxxxxxxxxxxxxx")', 'OUTPUT_TOO_LARGE'],
    [
      'returns a value that is nested too deeply',
      'let o = {}; for (let i = 0; i < 100000; i++) o = { o }; return o',
      'CODE_ERROR',
    ],
    [
      'returns a list of four million numbers',
      `const used = new Array(2e6).fill(0); return [used, used]`,
      'OUTPUT_TOO_LARGE',
    ],
    ['returns itself', 'const o = {}; o.o = o; return o', 'CODE_ERROR'],
    ['does not parse', 'return }{', 'CODE_ERROR'],
    ['closes the function around it', '}); throw 1; (() => {', 'CODE_ERROR'],
    ['reads process.env', 'return process.env', 'CODE_ERROR'],
    ['requires a module', 'return require("fs").readFileSync("/etc/passwd", "utf8")', 'CODE_ERROR'],
    ['imports a module', 'return (await import("node:fs")).readFileSync("/etc/passwd", "utf8")', 'CODE_ERROR'],
    [
      'goes through the constructor',
      'return placeholders.constructor.constructor("return process")().pid',
      'CODE_ERROR',
    ],
    ['calls the network', 'return await fetch("http://127.0.0.1")', 'CODE_ERROR'],
  ])('fails with its code when it %s', async (_name, source, code) => {
    expect(await runCode(source, {}, timeFor(code))).toMatchObject({ kind: 'failure', code });
    expect(await runCode('return 1')).toEqual(value(1));
  });

  test('finds nothing of the host in its globals', async () => {
    const answer = await runCode(
      'return ["process", "require", "module", "global", "fetch", "Buffer", "setTimeout", ' +
        '"WebAssembly"].filter((name) => name in globalThis)',
    );
    expect(answer).toEqual(value([]));
  });

  test('spoils nothing for those after it by changing prototypes', async () => {
    await runCode(
      'Object.prototype.polluted = 1; Array.prototype.map = null; JSON.parse = () => "stolen"; globalThis.kept ' +
        '= 1; return 1',
    );
    const seen = 'return [typeof ({}).polluted, typeof [].map, JSON.parse("2"), typeof globalThis.kept]';
    expect(await Promise.all([runCode(seen), runCode(seen)])).toEqual([
      value(['undefined', 'function', 2, 'undefined']),
      value(['undefined', 'function', 2, 'undefined']),
    ]);
  });
});

describe('expressions', () => {
  test.each([
    [
      'arithmetic over functions',
      '$map(items, function($i) { $i.price * $i.count })',
      {
        items: [
          { price: 2, count: 3 },
          { price: 5, count: 1 },
        ],
      },
      [6, 5],
    ],
    ['regular expressions with groups', '$match("foo bar baz", /ba(.)/).groups', {}, ['r', 'z']],
    ['regular expressions that ignore case', '$contains("ABC", /b/i)', {}, true],
    ['replacing', '$replace("foo boo", /o+/, "0")', {}, 'f0 b0'],
    [
      'a hopeless regular expression in linear time',
      '$contains("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", /^(a+)+$/)',
      {},
      false,
    ],
  ])('gives %s', async (_name, expression, input, expected) => {
    expect(await runExpression(expression, input)).toEqual(value(expected));
  });

  test.each([
    ['tail-recurses for ever', '($f := function($n) { $f($n + 1) }; $f(1))', 'EXPRESSION_TIMEOUT'],
    ['recurses too deeply', '($f := function($n) { $f($n + 1) + 1 }; $f(1))', 'EXPRESSION_LIMIT'],
    ['makes ten million numbers', '[1..9000000]', 'EXPRESSION_LIMIT'],
    ['is not an expression', '1 +', 'EXPRESSION_ERROR'],
    ['adds texts', '"a" + 1', 'EXPRESSION_ERROR'],
    ['gives too much', '$pad("x", 3000000)', 'OUTPUT_TOO_LARGE'],
  ])('fails with its code when it %s', async (_name, expression, code) => {
    expect(await runExpression(expression, {}, timeFor(code))).toMatchObject({ kind: 'failure', code });
  });

  test('fails when it eats all memory, and the next one is served', async () => {
    const answer = await runExpression('$pad("x", 400000000)', {}, SHORT_MS);
    expect(answer.kind === 'failure' && ['EXPRESSION_LIMIT', 'EXPRESSION_TIMEOUT'].includes(answer.code)).toBe(true);
    expect(await runExpression('1 + 1')).toEqual(value(2));
  });
});

describe('the pool', () => {
  test('answers a hundred programs over two processes, each its own', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, (_, number) => runCode(`return ${number}`)));
    expect(answers).toEqual(answers.map((_, number) => value(number)));
  });

  test('refuses what would wait behind too many others', async () => {
    const small = createSandbox({
      processes: 1,
      maxQueued: 1,
      maxWaitMs: 60_000,
      heapMegabytes: 64,
      entry: PROGRAMS_ENTRY,
    });
    const answers = await Promise.all(
      [1, 2, 3].map((number) =>
        small.run({ kind: 'code', source: `return ${number}`, placeholders: '{}', limits }, owner),
      ),
    );
    await small.close();
    expect(
      answers.filter((answer) => answer.kind === 'failure').map((answer) => answer.kind === 'failure' && answer.code),
    ).toEqual(['SANDBOX_BUSY', 'SANDBOX_BUSY']);
  });

  test('ends a program that is aborted, and serves the next', async () => {
    const controller = new AbortController();
    const running = sandbox.run(
      { kind: 'code', source: 'for (;;) {}', placeholders: '{}', limits },
      owner,
      controller.signal,
    );
    controller.abort(new Error('cancelled'));
    await expect(running).rejects.toThrow('cancelled');
    expect(await runCode('return 1')).toEqual(value(1));
  });

  test('answers what is under way when it closes', async () => {
    const closing = createSandbox({
      processes: 1,
      maxQueued: 10,
      maxWaitMs: 60_000,
      heapMegabytes: 64,
      entry: PROGRAMS_ENTRY,
    });
    const answers = [1, 2].map(() =>
      closing.run({ kind: 'code', source: 'for (;;) {}', placeholders: '{}', limits }, owner),
    );
    await closing.close();
    for (const answer of await Promise.all(answers))
      expect(answer).toMatchObject({ kind: 'failure', code: 'SANDBOX_FAILED' });
    expect(await closing.run({ kind: 'code', source: 'return 1', placeholders: '{}', limits }, owner)).toMatchObject({
      code: 'SANDBOX_FAILED',
    });
  });
});
