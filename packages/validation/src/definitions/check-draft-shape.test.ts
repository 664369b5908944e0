import { expect, test } from '@jest/globals';
import { checkDraftShape } from '../index.ts';

const UPPER = 'ABCDEF00-7C1A-7B3E-9D55-000000000001';
const lower = UPPER.toLowerCase();

test('a draft may have problems, as long as its shape is right', () => {
  const draft = {
    components: [{ id: lower, type: 'nonsense', output: 'a b', config: { anything: ['{{'] } }],
    connections: [{ from: lower, port: 'x', to: lower }],
  };
  expect(checkDraftShape(draft)).toEqual({ ok: true, value: draft });
});

test('ids are stored in lower case, and a missing config or missing connections as empty', () => {
  expect(checkDraftShape({ components: [{ id: UPPER, type: 'webhook' }] })).toEqual({
    ok: true,
    value: { components: [{ id: lower, type: 'webhook', config: {} }], connections: [] },
  });
  expect(
    checkDraftShape({
      components: [{ id: UPPER, type: 'run-workflow', config: { workflowId: UPPER, componentId: UPPER } }],
      connections: [{ from: UPPER, port: 'next', to: UPPER }],
    }),
  ).toEqual({
    ok: true,
    value: {
      components: [{ id: lower, type: 'run-workflow', config: { workflowId: lower, componentId: lower } }],
      connections: [{ from: lower, port: 'next', to: lower }],
    },
  });
});

test.each<[string, unknown, string[]]>([
  ['what is no definition', 'x', ['the definition must be an object']],
  [
    'a wrong shape, every field named',
    { components: [{ id: 'x', config: [] }] },
    ['components[0].type is required', 'components[0].id must be a UUID', 'components[0].config must be an object'],
  ],
  [
    'what PostgreSQL cannot store',
    { components: [{ id: lower, type: 'code', config: { source: '\u0000' } }] },
    ['the definition must not contain NUL characters or lone surrogates'],
  ],
  [
    'numbers that PostgreSQL would write out with millions of digits',
    { components: [{ id: lower, type: 'output', config: { value: Array.from({ length: 5_000 }, () => 1e300) } }] },
    ['the definition must have at most 100000 digits in numbers beyond 1e21 and below 1e-6, not 1500000'],
  ],
])('refuses %s', (_, draft, problems) => {
  expect(checkDraftShape(draft)).toEqual({ ok: false, problems });
});
