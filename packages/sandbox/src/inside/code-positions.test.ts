import { beforeAll, expect, test } from '@jest/globals';
import { loadCodeRunner, type CodeRunner } from './run-code.ts';

let runCode: CodeRunner;
beforeAll(async () => {
  runCode = await loadCodeRunner();
});

const limits = { timeoutMs: 60_000, maxResultBytes: 1_000_000 };

function failureOf(source: string, placeholders: object = {}, absent: string[][] = []): unknown {
  const answer = runCode({ kind: 'code', source, placeholders: JSON.stringify(placeholders), absent, limits });
  return answer.kind === 'failure' ? `${answer.code} ${answer.message}` : answer;
}

test.each([
  ['on its first line', 'return placeholders.a.b', "cannot read property 'b' of undefined (line 1, column 22)"],
  ['on a later line', '\n  const x = 1;\n  x.foo.bar();', "cannot read property 'bar' of undefined (line 3, column 8)"],
  ['in a function of it', 'const f = () => {\n  throw new Error("no");\n};\nf();', 'Error: no (line 2, column 18)'],
  ['after an await', 'await null;\nnull.x', "cannot read property 'x' of null (line 2, column 5)"],
  ['in what calls a built-in', 'return JSON.parse("{")', 'expecting property name (line 1, column 18)'],
  ['in a callback', 'return [1].map((x) => x.y.z)', "cannot read property 'z' of undefined (line 1, column 26)"],
  [
    'where it does not parse',
    'let a = 1;\nlet a = 2;',
    'invalid redefinition of lexical identifier (line 2, column 7)',
  ],
])('a program that fails %s reports where', (_, source, expected) => {
  expect(failureOf(source)).toMatch(new RegExp(`^CODE_ERROR .*${escaped(expected)}$`));
});

test.each([
  ['as a shorthand property', 'const total = placeholders.n * 9.5;\nreturn { custmer, total }', 'custmer', [2, 10]],
  ['after a comment that names it', 'const a = placeholders.n.b;\n// custmer\nreturn { custmer }', 'custmer', [3, 10]],
  ['after a text and a key of its name', 'const a = placeholders.n.b + "x";\nreturn { x: 1, ...{ x } }', 'x', [2, 21]],
  ['after a member of its name', 'const a = placeholders.n.custmer;\nreturn { custmer, a }', 'custmer', [2, 10]],
  ['on its own', 'const total = 1;\n\nreturn total + custmer', 'custmer', [3, 16]],
])('a name that does not exist is located %s', (_, source, name, [line, column]) => {
  const message = `ReferenceError: '${name}' is not defined (line ${line}, column ${column})`;
  expect(failureOf(source, { n: { b: 1 } })).toBe(`CODE_ERROR ${message}`);
});

test.each([
  ['return customer + quantity', '"Ada3"'],
  ['return { customer, quantity }', '{"customer":"Ada","quantity":3}'],
  ['const customer = placeholders.customer + "!";\nreturn customer', '"Ada!"'],
  ['function quantity() { return 4 }\nreturn quantity()', '4'],
  ['quantity += 1;\nreturn [quantity, placeholders.quantity]', '[4,3]'],
  ['return typeof Date', '"function"'],
  ['return placeholders.Date', '"today"'],
])('placeholders are read by their names: %s', (source, json) => {
  const placeholders = JSON.stringify({ customer: 'Ada', quantity: 3, Date: 'today', class: 'first' });
  expect(runCode({ kind: 'code', source, placeholders, limits })).toEqual({ kind: 'value', json });
});

test.each(['throw "plain"', 'throw { message: "no error" }', 'return new Promise(() => {})'])(
  '%s has no place in the program',
  (source) => {
    expect(failureOf(source)).not.toMatch(/line/);
  },
);

test('a forged stack gives numbers at most', () => {
  const source = 'const e = new Error("x"); e.stack = "at <script> (<input>:9:9)\\n evil"; throw e';
  expect(failureOf(source)).toBe('CODE_ERROR Error: x (line 7, column 9)');
});

test.each([
  ['return placeholders.name.length', 'placeholder name has no value (line 1, column 20)'],
  ['const x = 1;\nreturn placeholders.customer.city', 'placeholder customer.city has no value (line 2, column 29)'],
  // QuickJS does not know the place of a destructuring.
  ['const { city } = placeholders.customer;\nreturn city', 'placeholder customer.city has no value'],
  ['return placeholders.name === "undefined"', 'placeholder name has no value (line 1, column 20)'],
  ['return placeholders.name ? 1 : 2', 'placeholder name has no value (line 1, column 20)'],
  [
    'const a = placeholders.name ?? 1;\nreturn placeholders.name + a',
    'placeholder name has no value (line 2, column 20)',
  ],
  ['const { name } = placeholders;\nreturn name ?? 1', 'placeholder name has no value'],
  ['return name.length', 'placeholder name has no value (line 1, column 8)'],
  [
    'const x = placeholders.customer.zip ?? 1;\nreturn { name, x }',
    'placeholder name has no value (line 2, column 10)',
  ],
])('%s names the placeholder that was not sent', (source, expected) => {
  const absent = [['name'], ['customer', 'city']];
  expect(failureOf(source, { customer: { zip: '1' } }, absent)).toBe(`PLACEHOLDER_MISSING ${expected}`);
});

test.each([
  ['"name" in placeholders ? 1 : 2', 2],
  ['placeholders.customer.hasOwnProperty("city")', false],
  ['({ ...placeholders })', { customer: { zip: '1' } }],
  ['Object.keys(placeholders)', ['customer']],
  ['JSON.stringify(placeholders)', '{"customer":{"zip":"1"}}'],
  ['(placeholders.name = "set", placeholders.name)', 'set'],
  ['(() => { try { return placeholders.name } catch { return "guarded" } })()', 'guarded'],
  ['placeholders.customer.zip', '1'],
  ['placeholders.name ?? 1', 1],
  ['name ?? 1', 1],
  ['typeof name', 'undefined'],
  ['name === undefined', true],
  ['(name = "set", name)', 'set'],
  ['placeholders?.name ?? 1', 1],
  ['placeholders["name"]\n  || 1', 1],
  ['(() => { const p = placeholders; return p.name ?? 1 })()', 1],
  ['(placeholders.name ??= 1)', 1],
  ['placeholders.name?.length ?? null', null],
  ['placeholders.customer.city === undefined', true],
  ['placeholders.customer.city != null', false],
  ['typeof placeholders.customer.city', 'undefined'],
  ['(() => { const { name = 1, customer: { city = 2 } } = placeholders; return [name, city] })()', [1, 2]],
  ['(({ name: given = 1 }) => given)(placeholders)', 1],
])('%s reads nothing that is missing', (expression, expected) => {
  const answer = runCode({
    kind: 'code',
    source: `return ${expression}`,
    placeholders: '{"customer":{"zip":"1"}}',
    absent: [['name'], ['customer', 'city']],
    limits,
  });
  expect(answer).toEqual({ kind: 'value', json: JSON.stringify(expected) });
});

function escaped(text: string): string {
  return text.replaceAll(/[()'.]/g, String.raw`\$&`);
}
