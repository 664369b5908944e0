import { expect, test } from '@jest/globals';
import { longestTurnMs } from '@workflow/test-harness';
import type { Json } from '@workflow/workflow-model';
import type { SandboxAnswer, SandboxRequest } from '@workflow/sandbox/protocol';
import { compileExpression } from './compile-expression.ts';
import { compilePart, Room } from './compile-template.ts';
import type { EvaluationScope } from './evaluation-scope.ts';

const templateOf = (value: Json) => {
  const compiled = compilePart(value);
  return (scope: EvaluationScope) => (compiled === null ? value : compiled(scope, new Room(scope.limits)));
};

/** Returns a sandbox that records its requests. */
function noting(placeholders: Record<string, Json>) {
  const asked: SandboxRequest[] = [];
  const scope: EvaluationScope = {
    placeholders: Object.assign(Object.create(null) as Record<string, Json>, placeholders),
    addressOf: () => Promise.reject(new Error('no questions')),
    revealSecret: () => Promise.reject(new Error('no secrets')),
    sandbox: {
      run: (request): Promise<SandboxAnswer> => {
        asked.push(request);
        return Promise.resolve({ kind: 'value', json: '"from the sandbox"' });
      },
    },
    owner: { organizationId: 'a', workflowId: 'w' },
    signal: new AbortController().signal,
    limits: { sandboxTimeoutMs: 1_000, maxResultBytes: 1_048_576 },
  };
  return { asked, scope };
}

const MEGABYTE = 'a '.repeat(524_288);
const nestedTrim = `$length(${'$trim('.repeat(68)}t${')'.repeat(68)})`;

test('an expression whose cost is known to be high is evaluated in the sandbox', async () => {
  const { asked, scope } = noting({ t: MEGABYTE });
  expect(await compileExpression(nestedTrim)(scope)).toBe('from the sandbox');
  expect(asked).toHaveLength(1);
});

test('the same expression over a short text is evaluated in the process', async () => {
  const { asked, scope } = noting({ t: 'a '.repeat(100), unread: MEGABYTE });
  expect(await compileExpression(nestedTrim)(scope)).toBe(199);
  expect(asked).toEqual([]);
});

test('the part of an object that an expression reads counts, not the object', async () => {
  const { asked, scope } = noting({ order: { name: 'Ada', note: MEGABYTE } });
  expect(await compileExpression('"Dear " & $trim(order.name)')(scope)).toBe('Dear Ada');
  expect(asked).toEqual([]);
});

test('the sandbox is given the placeholders that an expression can read', async () => {
  const { asked, scope } = noting({ items: [1, 2], rate: 3, unread: MEGABYTE });
  await compileExpression('$map(items, function($item) { $item * rate })')(scope);
  await compileExpression('$map($keys($), function($key) { $key })')(scope);
  const given = asked.map((request) =>
    request.kind === 'expression' ? Object.keys(JSON.parse(request.input) as object) : [],
  );
  expect(given).toEqual([
    ['items', 'rate'],
    ['items', 'rate', 'unread'],
  ]);
});

test('a program is not given more than a sandbox process can hold', async () => {
  const { scope } = noting({ t: Array.from({ length: 17 }, () => MEGABYTE) });
  await expect(compileExpression('$map(t, $length)')(scope)).rejects.toMatchObject({ code: 'EXPRESSION_LIMIT' });
});

test('thousands of templates are evaluated without holding up the process', async () => {
  const { scope } = noting({ t: 'a '.repeat(2_000) });
  const templates = Array.from({ length: 3_000 }, (_, n) => `{{ $length($trim(t)) + ${n} }}`);
  const longestMs = await longestTurnMs(async () => {
    const template = templateOf(templates);
    const values = (await template(scope)) as number[];
    expect([values[0], values[2_999]]).toEqual([3_999, 6_998]);
  }, 80);
  expect(longestMs).toBeLessThan(80);
});

test('templates that repeat a large value fail before it is repeated', async () => {
  const { scope } = noting({ t: MEGABYTE });
  const wanted = { code: 'OUTPUT_TOO_LARGE', message: 'The configuration has more than 4194304 characters' };
  await expect((async () => templateOf('{{ t }}'.repeat(1_000))(scope))()).rejects.toMatchObject(wanted);
  await expect((async () => templateOf(Array.from({ length: 1_000 }, () => '{{ t }}'))(scope))()).rejects.toMatchObject(
    wanted,
  );
});
