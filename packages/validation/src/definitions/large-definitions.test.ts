import { expect, test } from '@jest/globals';
import { busyMs, longestTurnMs } from '@workflow/test-harness';
import { checkDefinition, checkDraftShape, MAX_TEMPLATE_CHARACTERS, MAX_TEMPLATES } from '../index.ts';
import { component, problemsOf } from './definition-fixtures.ts';

const output = (value: string) => ({ components: [component(1, 'output', { value })], connections: [] });

test.each([
  ['templates', output('{{a}} '.repeat(70_000)), `at most ${MAX_TEMPLATES} templates and expressions, not 70000`],
  [
    'expressions',
    {
      components: [
        component(1, 'switch', {
          cases: Array.from({ length: MAX_TEMPLATES + 1 }, (_, n) => ({ port: `p${n}`, expression: 'a' })),
        }),
      ],
      connections: [],
    },
    `at most ${MAX_TEMPLATES} templates and expressions, not ${MAX_TEMPLATES + 1}`,
  ],
  [
    'characters of templates',
    output(`{{ "${'x'.repeat(10_000)}" }}`.repeat(30)),
    `at most ${MAX_TEMPLATE_CHARACTERS} characters in templates and expressions, not 300120`,
  ],
])('refuses too many %s before any is parsed', async (_, definition, problem) => {
  const tookMs = await busyMs(async () => {
    const checked = checkDraftShape(definition);
    expect(checked.ok ? [] : checked.problems).toContainEqual(expect.stringContaining(problem));
    expect(await problemsOf(definition)).toContainEqual(expect.stringContaining(problem));
  });
  expect(tookMs).toBeLessThan(2_000);
});

test('long text around templates does not count', () => {
  expect(checkDraftShape(output(`${'x'.repeat(500_000)}{{ a }}`)).ok).toBe(true);
});

test('as many different templates as are allowed are checked without holding up the process', async () => {
  const value = Array.from({ length: MAX_TEMPLATES }, (_, n) => `{{a${n}&"x"}}`).join(' ');
  const longestMs = await longestTurnMs(
    async () => expect(await checkDefinition(output(value))).toHaveLength(MAX_TEMPLATES),
    40,
  );
  expect(longestMs).toBeLessThan(40);
});

test('a text is parsed once, however often it occurs', async () => {
  const repeatedMs = await busyMs(() => checkDefinition(output('{{a&"x"}}'.repeat(MAX_TEMPLATES))));
  const different = Array.from({ length: MAX_TEMPLATES }, (_, n) => `{{a${n}&"x"}}`).join('');
  const differentMs = await busyMs(() => checkDefinition(output(different)));
  expect(repeatedMs).toBeLessThan(differentMs / 2);
});

const many = <Item>(count: number, make: (n: number) => Item): Item[] =>
  Array.from({ length: count }, (_, n) => make(n));
const from = component(1, 'switch', { cases: many(5_000, (n) => ({ port: `p${n}`, expression: 'a' })) });
const to = component(2, 'output', { value: 'x' });

test.each<[string, Record<string, unknown>, string]>([
  [
    'connections from thousands of ports',
    {
      components: [from, to],
      connections: many(4_000, (n) => ({ from: from.id, port: `q${n}`, to: to.id })),
    },
    'There is no port q0. The ports are p0, p1,',
  ],
  [
    'wrong names of placeholders',
    { components: [component(1, 'input', { placeholders: many(25_000, (n) => ({ key: `1${n}`, type: 'TEXT' })) })] },
    'The placeholder name 10 must consist of letters',
  ],
  [
    'fields of a configuration that are not known',
    { components: [component(1, 'output', { value: 'x', ...Object.fromEntries(many(80_000, (n) => [`k${n}`, 0])) })] },
    'k0 is not a known field',
  ],
  [
    'fields of flow that are not known',
    { components: [to], flow: Object.fromEntries(many(80_000, (n) => [`k${n}`, 0])) },
    'flow.k0 is not a known field',
  ],
  ['values that are no components', { components: many(400_000, () => 0) }, 'components must have at most 1000 items'],
  [
    'connections without ends',
    { components: [to], connections: many(250_000, () => ({})) },
    'connections must have at most 4000 items',
  ],
])('as many %s as a body can have are checked without holding up the process', async (_what, definition, problem) => {
  let problems: string[] = [];
  const longestMs = await longestTurnMs(async () => {
    problems = (await checkDefinition({ connections: [], ...definition })).map(({ message }) => message);
  }, 100);
  expect(problems).toContainEqual(expect.stringContaining(problem));
  expect(longestMs).toBeLessThan(100);
});
