import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import jsonata from 'jsonata';
import { parseExpression } from './parse-expression.ts';

function parsed(source: string) {
  const outcome = parseExpression(source);
  if (!outcome.ok) throw new Error(outcome.problems.join('; '));
  return outcome.value;
}

/** Returns the paths that an expression reads. A guarded path ends with `?`. */
const readsOf = (source: string) =>
  parsed(source)
    .references.map(({ path, guarded }) => path.join('.') + (guarded ? '?' : ''))
    .sort();

test.each<[string, string, string[]]>([
  ['a name', 'total', ['total']],
  ['a dotted path', 'customer.address.city', ['customer.address.city']],
  ['quoted names', 'customer.`first name`', ['customer.first name']],
  ['from the root by $$', '$$.customer.name', ['customer.name']],
  ['from the context at the root by $', '$.customer.name', ['customer.name']],
  ['operators', 'a + b * c & d', ['a', 'b', 'c', 'd']],
  ['conditions', 'a ? b : c', ['a', 'b', 'c']],
  ['arguments of functions', '$uppercase(customer.name)', ['customer.name']],
  ['constructors', '{"x": a, b: [c]}', ['a', 'b', 'c']],
  ["steps behind the first are an item's own", 'items.(price * quantity)', ['items']],
  ["names in a filter are an item's own", 'items[price > limit].name', ['items']],
  ['the root within a filter', 'items[price > $$.limit].name', ['items', 'limit']],
  ['sorting', 'items^(>price)', ['items']],
  ['grouping', 'items{kind: $sum(price)}', ['items']],
  ['a path that stops at a filter', 'orders.lines[0].price', ['orders.lines']],
  ['a function body reads the root', '$map(items, function($i) { $i.price * rate })', ['items', 'rate']],
  ['bound variables are not placeholders', '($x := a; $x.b + $x)', ['a']],
  ['@ keeps the place of its path', 'loans@$l.books[isbn = $l.isbn]', ['books', 'loans']],
  ['# counts', 'items#$i.{"at": $i, "name": name}', ['items']],
  ['chains', 'a ~> $trim ~> $uppercase', ['a']],
  ["a transform's parts are the copy's own", 'a ~> |b|{"c": d}|', ['a']],
  ['literals read nothing', '"a" & 1 & true & null', []],
  ['$exists guards what it names', '$exists(a.b) ? a.b : c', ['a.b?', 'c']],
  ['$exists of a field guards its object', '$exists(a.b) ? a : 1', ['a.b?', 'a?']],
  ['$exists of one field does not guard another', '$exists(a.b) and a.c', ['a.b?', 'a.c']],
  ['?? guards its left side', 'a ?? b', ['a?', 'b']],
  ['?: does not guard', 'a ?: b', ['a', 'b']],
])('finds the placeholders that are read: %s', (_, source, reads) => {
  expect(readsOf(source)).toEqual(reads);
});

test('finds the secrets that are used', () => {
  expect(parsed(`$secret('token') & $secret("other") & a`).secretNames).toEqual(['token', 'other']);
});

test.each([
  ['path', 'total'],
  ['path', 'customer.name'],
  ['path', '`first name`.x'],
  ['path', 'a.and'],
  ['safe', '1'],
  ['safe', '"text"'],
  ['safe', 'a + b'],
  ['safe', 'a = 1 and b.c != "x"'],
  ['safe', '"Hello " & name & "!"'],
  ['safe', 'a ? b : c'],
  ['safe', 'a ?? "none"'],
  ['safe', '$exists(a)'],
  ['safe', '$sum(items.price)'],
  ['safe', '$sum(items.(price * quantity))'],
  ['safe', 'items[price > 10].name'],
  ['safe', '{"a": b, "c": [d]}'],
  ['safe', 'items.{"n": name}'],
  ['safe', '$secret("k")'],
  ['safe', '$$.a'],
  ['safe', '"Bearer " & $string(a)'],
  ['safe', 'a in b'],
  ['general', '[1..1000000]'],
  ['general', '$pad(a, 1000000)'],
  ['general', '$map(a, function($x) { $x })'],
  ['general', '($f := function() { $f() }; $f())'],
  ['general', '$match(a, /b/)'],
  ['general', '$replace(a, "b", c)'],
  ['general', '$eval(a)'],
  ['general', 'a ~> $sum'],
  ['general', '**.a'],
  ['general', '*'],
  ['general', 'items^(price)'],
  ['general', 'items{k: v}'],
  ['general', '$join(a, b)'],
  ['general', 'items[price > $$.limit]'],
  ['general', 'items[$$.items.x]'],
  ['general', 'a.[$, $].[$, $]'],
  ['general', '((a.[$, $]).b).[$, $]'],
  ['general', '$string([$string([$string([a])])])'],
  ['general', '"" & ["" & ["" & [a]]]'],
  ['general', '$distinct(a)'],
  ['general', 'a@$x.b'],
])('is %s: %s', (kind, source) => {
  expect(parsed(source).kind).toBe(kind);
});

test('is general when it is long, whatever it contains', () => {
  expect(parsed(`${'a + '.repeat(100)}a`).kind).toBe('safe');
  expect(parsed(`${'a + '.repeat(200)}a`).kind).toBe('general');
});

test.each([
  ['', 'the expression is empty'],
  ['a +', 'the expression does not parse at character 3: Unexpected end of expression'],
  ['"a', 'the expression does not parse at character 2: String literal must be terminated by a matching quote'],
  ['$lenght(a)', '$lenght is not defined'],
  ['$x + 1', '$x is not defined'],
  ['$secret(a)', "$secret takes the name of a secret as one literal text: $secret('name')"],
  ['$map(a, $secret)', "$secret must be called where it is named: $secret('name')"],
  ['('.repeat(16_000), 'the expression is nested too deep'],
  ['a'.repeat(16_385), 'the expression must have at most 16384 characters'],
])('refuses %#', (source, problem) => {
  expect(parseExpression(source)).toEqual({ ok: false, problems: [problem] });
});

test('a path found without the parser equals that of the parser', () => {
  const name = fc.constantFrom('a', 'b_1', '_c', 'and', 'or', 'in', 'true', 'null', 'function', 'Total');
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 4 }), (names) => {
      const outcome = parseExpression(names.join('.'));
      fc.pre(outcome.ok && outcome.value.kind === 'path');
      const { steps } = jsonata(names.join('.')).ast();
      expect(outcome.ok && outcome.value.path).toEqual(steps?.map((step) => step.value));
    }),
  );
});

const leaf = fc.constantFrom('a', 'a.b', 'items', 'items[x = 1]', '1', '"t"', '$', '$$.a');
const { expression: anyExpression } = fc.letrec<{ expression: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .tuple(tie('expression'), fc.constantFrom('+', '&', '=', 'and', 'in', '??', '..', '~>', '.'), tie('expression'))
      .map(([left, operator, right]) => `(${left} ${operator} ${right})`),
    fc
      .tuple(
        fc.constantFrom('string', 'append', 'sum', 'merge', 'split', 'keys', 'exists', 'map'),
        tie('expression'),
        tie('expression'),
      )
      .map(([name, first, second]) => `$${name}(${first}, ${second})`),
    fc.array(tie('expression'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
    tie('expression').map((value) => `{"k": ${value}}`),
  ),
}));

test('the result of a safe expression is bounded by its input and its length', async () => {
  const input = { a: { b: 'text "quoted" \\' }, items: Array.from({ length: 50 }, (_, x) => ({ x, name: `n${x}` })) };
  const inputLength = JSON.stringify(input).length;
  await fc.assert(
    fc.asyncProperty(anyExpression, async (source) => {
      const outcome = parseExpression(source);
      fc.pre(outcome.ok && outcome.value.kind !== 'general');
      // A type error is a valid result. A triggered guard is not.
      const result: unknown = await jsonata(source, { timeout: 1_000, sequence: 100_000 })
        .evaluate(input)
        .catch((error: unknown) => (error as { code?: string }).code ?? 'failed');
      expect(['D1011', 'D1012', 'D2014', 'D2015']).not.toContain(result);
      expect((JSON.stringify(result) ?? '').length).toBeLessThan(
        (inputLength + source.length) * source.length * 4 + 1_000,
      );
    }),
    { numRuns: 300 },
  );
});

const anyReader = fc
  .array(
    fc.constantFrom(
      'a',
      'b.c',
      'items.x',
      'items[x = a]',
      'items[x = $$.b.c].name',
      'items.(x + a)',
      '$map(items, function($i) { $i.x & b.c & a })',
      '$.a',
      '$$.b',
      'items@$i.b[c = $i.x]',
      'items#$n.{"n": $n, "a": a}',
      'items^(>x).name',
      'items{name: $sum(x)}',
      '($x := a; $x & b.c)',
      'a ~> $string',
      '(a ? b : items).c',
      '[a, b].c',
      '{"k": a, "l": items.name}',
      '$exists(a) ? b.c : missing',
      'missing ?? a',
      'b ~> |$|{"d": c}|',
      'items.name.$uppercase($)',
      '$reduce(items.x, function($s, $x) { $s + $x + a })',
    ),
    { minLength: 1, maxLength: 3 },
  )
  .map((parts) => `[${parts.join(', ')}]`);

test('evaluating reads no placeholder that was not found', async () => {
  await fc.assert(
    fc.asyncProperty(anyReader, async (source) => {
      const read = new Set<string>();
      const values: Record<string, unknown> = {
        a: 1,
        b: { c: 2 },
        items: [
          { x: 1, name: 'n', a: 5 },
          { x: 2, name: 'm' },
        ],
      };
      const input = new Proxy(values, {
        get(target, key) {
          if (typeof key === 'string' && (Object.hasOwn(target, key) || key === 'missing')) read.add(key);
          return target[key as string];
        },
      });
      await jsonata(source)
        .evaluate(input)
        .catch(() => undefined);
      const found = parsed(source).references.map(({ path }) => path[0]);
      expect([...read].filter((name) => !found.includes(name))).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('no text makes it throw', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.constantFrom(
        'a',
        '.',
        '$',
        '(',
        ')',
        '[',
        ']',
        '{',
        '}',
        '"',
        '`',
        '/',
        '%',
        '@$x',
        '#$y',
        ':=',
        '~>',
        '|',
        '^(',
        '?',
        ':',
        ',',
      ),
      fc.string({ maxLength: 3 }),
    ),
    { maxLength: 10 },
  );
  fc.assert(
    fc.property(
      pieces.map((all) => all.join('')),
      (text) => typeof parseExpression(text).ok === 'boolean',
    ),
    { numRuns: 500 },
  );
});

/**
 * Returns the least CPU time of three tries, in milliseconds. CPU time does not include other processes that run at the
 * same time.
 */
function parsingMs(source: string): number {
  const tries = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    parseExpression(source);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...tries);
}

test.each<[string, (levels: number) => string]>([
  ['filters', (levels) => `${'j['.repeat(levels)}$count(j)${']'.repeat(levels)}`],
  ['filters of a function', (levels) => `${'$count(j)['.repeat(levels)}j${']'.repeat(levels)}`],
  ['filters of a block', (levels) => `${'(j)['.repeat(levels)}j${']'.repeat(levels)}`],
  ['mapping steps', (levels) => `${'j.('.repeat(levels)}j${')'.repeat(levels)}`],
  ['filters of mapping steps', (levels) => `${'j.(k)['.repeat(levels)}j${']'.repeat(levels)}`],
  ['groups', (levels) => `${'j{"k":'.repeat(levels)}j${'}'.repeat(levels)}`],
  ['sorting', (levels) => `${'j^('.repeat(levels)}j${')'.repeat(levels)}`],
  ['guards', (levels) => `${'$exists('.repeat(levels)}j${')'.repeat(levels)}`],
  ['steps of a path', (levels) => `${'j.'.repeat(4 * levels)}%`],
])('%s within each other are parsed in a short time', (_what, nested) => {
  for (const levels of [8, 24, 100, 400, 1_000]) expect(parsingMs(nested(levels))).toBeLessThan(100);
});
