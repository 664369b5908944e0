import { expect, jest, test } from '@jest/globals';
import type { JsonObject, RecordedPart } from '@workflow/component-kit/run';
import { runComponent, type OutsideAnswers } from '@workflow/component-kit/testing';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const CREDENTIAL = '00000000-0000-7000-8000-0000000000c1';
const WORKFLOW = '00000000-0000-7000-8000-0000000000d1';
const TARGET = {
  ...{ workflowId: WORKFLOW, componentId: 'start', version: 3, name: 'Find order!', description: 'Finds an order.' },
  fields: [{ key: 'number', type: 'TEXT' } as const],
};
const credentials = { [CREDENTIAL]: { api: 'chat-completions', baseUrl: 'https://models.example/v1', apiKey: 'key' } };

const reply = (message: object, finish = 'stop') => ({
  json: {
    ...{ id: '1', object: 'chat.completion', created: 1, model: 'm' },
    choices: [{ index: 0, message: { role: 'assistant', content: null, ...message }, finish_reason: finish }],
    usage: { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 },
  } as JsonObject,
});
const text = (content: string) => reply({ content });
const calls = (...wanted: [name: string, args: string][]) =>
  reply(
    {
      tool_calls: wanted.map(([name, args], index) => ({
        ...{ id: `call_${name}_${index}`, type: 'function', function: { name, arguments: args } },
      })),
    },
    'tool_calls',
  );
const failed = (status: number, headers = {}) => ({ status, headers, json: { error: { message: 'no' } } });

function run(http: NonNullable<OutsideAnswers['http']>, more: JsonObject = {}, answers: OutsideAnswers = {}) {
  const config = {
    ...{ credential: CREDENTIAL, model: 'm', instructions: 'Help.', prompt: 'Where is {{ n }}?' },
    ...{ tools: [{ workflowId: WORKFLOW }], ...more },
  };
  return runComponent(
    { descriptor, runner },
    config,
    { n: '7' },
    { answers: { credentials, targets: [TARGET], child: () => ({ state: 'sent' }), http, ...answers } },
  );
}

const bodies = ({ requests }: Awaited<ReturnType<typeof run>>) =>
  requests.map(({ body }) => JSON.parse(String(body)) as { messages: JsonObject[]; tools: JsonObject[] });

test('asks, calls a workflow with the arguments of the model, and answers', async () => {
  const ran = await run([calls(['Find_order', '{"number":"7"}']), text('It was sent.')]);
  expect(ran.outcome).toMatchObject({
    kind: 'succeeded',
    output: {
      ...{ text: 'It was sent.', turns: 2 },
      usage: { inputTokens: 20, outputTokens: 4, totalTokens: 24, cachedInputTokens: 0 },
    },
  });
  expect(ran.started).toEqual([
    { workflowId: WORKFLOW, componentId: 'start', placeholderValues: { number: '7' }, iteration: 2, version: 3 },
  ]);
  expect(ran.parts.map(({ number, part, status }) => [number, part, status])).toEqual([
    [1, { kind: 'turn', turn: 1 }, 'SUCCEEDED'],
    [2, { kind: 'tool', turn: 1, tool: 'Find_order' }, 'SUCCEEDED'],
    [3, { kind: 'turn', turn: 2 }, 'SUCCEEDED'],
  ]);
  const [first, second] = bodies(ran);
  expect(first?.tools.map((tool) => (tool['function'] as JsonObject)['name'])).toEqual(['Find_order', 'read_result']);
  expect(first?.messages).toEqual([
    { role: 'system', content: 'Help.' },
    { role: 'user', content: 'Where is 7?' },
  ]);
  // Each request begins with the previous one.
  expect(JSON.stringify(second?.messages.slice(0, 2))).toBe(JSON.stringify(first?.messages));
  expect(second?.messages.at(-1)).toMatchObject({ role: 'tool', content: '{"state":"sent"}' });
  expect(ran.modelTokens).toBe(24);
});

test.each([1, 20])('%s workflows that end soon are called as those that take long, without a wait', async (count) => {
  const wanted = Array.from({ length: count }, (_, index): [string, string] => ['Find_order', `{"number":"${index}"}`]);
  const child = ({ placeholderValues: { number } }: { placeholderValues: JsonObject }) =>
    number === '0' ? new Error('broken') : { number: number ?? null };
  const answers = () => [calls(...wanted), text('Done.')];
  const [soon, late] = await Promise.all(
    [true, false].map((childrenEndSoon) => run(answers(), {}, { child, childrenEndSoon })),
  );
  expect([soon?.waits, late?.waits]).toEqual([0, count]);
  expect(soon?.started).toEqual(late?.started);
  expect(bodies(soon!)).toEqual(bodies(late!));
  const without = ({ parts }: typeof soon & object) =>
    parts.map(({ startedAt: _startedAt, finishedAt: _finishedAt, ...part }) => part);
  expect(without(soon!)).toEqual(without(late!));
});

test('continues behind the last committed part, and asks for no committed turn again', async () => {
  const whole = await run([calls(['Find_order', '{"number":"7"}']), text('It was sent.')]);
  for (let count = 1; count < whole.parts.length; count += 1) {
    const parts = whole.parts.slice(0, count);
    const left = count < 3 ? [text('It was sent.')] : [];
    const again = await run(left, {}, { parts });
    expect(again.outcome).toMatchObject({ output: { text: 'It was sent.', turns: 2 } });
    expect(bodies(again)[0]?.messages).toEqual(bodies(whole)[1]?.messages);
  }
});

test.each<[string, [string, string], string]>([
  ['an unknown tool', ['Fly', '{}'], 'Fly'],
  ['wrong arguments', ['Find_order', '{"number":[]}'], 'number'],
  ['arguments that are not JSON', ['Find_order', '{"number"'], 'JSON'],
  ['missing arguments', ['Find_order', '{}'], 'number'],
])('%s go back to the model, which may try again', async (_what, call, named) => {
  const ran = await run([calls(call), text('Sorry.')]);
  expect(ran.outcome).toMatchObject({ output: { text: 'Sorry.', turns: 2 } });
  expect(ran.started).toEqual([]);
  expect(JSON.stringify(bodies(ran)[1]?.messages.at(-1))).toContain(named);
});

test('a failed workflow is a result for the model', async () => {
  const ran = await run(
    [calls(['Find_order', '{"number":"7"}']), text('Sorry.')],
    {},
    { child: () => new Error('away') },
  );
  expect(ran.outcome).toMatchObject({ output: { text: 'Sorry.' } });
  expect(JSON.stringify(bodies(ran)[1]?.messages.at(-1))).toContain('away');
});

test('a large result is shortened, and read in parts', async () => {
  const long = `${'x'.repeat(50_000)}end`;
  const ran = await run(
    [
      calls(['Find_order', '{"number":"7"}']),
      calls(['read_result', '{"id":"2","offset":49999,"length":100}']),
      text('Done.'),
    ],
    {},
    { child: () => long },
  );
  const [, second, third] = bodies(ran);
  const shown = String(second?.messages.at(-1)?.['content']);
  expect(shown.length).toBeLessThan(41_000);
  expect(shown).toContain('"id":"2"');
  expect(String(third?.messages.at(-1)?.['content'])).toContain('"part":"xend"');
});

test('a turn is tried three times, as late as the server asks, and then fails', async () => {
  const late = await run([failed(429, { 'retry-after': '9' }), failed(503), text('Here.')]);
  expect(late.outcome).toMatchObject({ output: { text: 'Here.', turns: 1 } });
  expect(late.waitedUntil).toHaveLength(2);
  expect(late.parts.map(({ attempt, status }) => [attempt, status])).toEqual([
    [1, 'FAILED'],
    [2, 'FAILED'],
    [3, 'SUCCEEDED'],
  ]);
  const never = await run([failed(503), failed(503), failed(503)]);
  expect(never.outcome).toMatchObject({ kind: 'failed', code: 'MODEL_FAILED', retryable: false });
  const refused = await run([failed(400)]);
  expect(refused.outcome).toMatchObject({ code: 'MODEL_REFUSED' });
});

test('the retry settings of the component apply to each turn', async () => {
  const once = await run([failed(503)], {}, { retry: { maxAttempts: 1 } });
  expect(once.outcome).toMatchObject({ kind: 'failed', code: 'MODEL_FAILED' });
  const http = [failed(503), failed(503), failed(503), text('Here.')];
  const often = await run(http, {}, { retry: { maxAttempts: 4, backoffSeconds: 7 } });
  expect(often.outcome).toMatchObject({ output: { text: 'Here.' } });
  const [first, second] = often.waitedUntil.map((until) => until.getTime());
  expect(second! - first!).toBeGreaterThanOrEqual(14_000);
});

test('the questions and answers of earlier sessions precede the task, without their calls', async () => {
  const earlier = (prompt: string, answer: string) => ({
    first: { beginning: { prompt } },
    last: { messages: [{ role: 'assistant', content: [{ type: 'text', text: answer }] }] },
  });
  const memory = { a: earlier('One?', '1'), b: earlier('Two?', '2') };
  const http = [calls(['Find_order', '{"number":"7"}']), text('Sent.')];
  const ran = await run(http, { memory: { key: 'k', turns: 5 } }, { memory });
  const [first, second] = bodies(ran);
  expect(first?.messages.map(({ role, content }) => [role, content])).toEqual([
    ...[
      ['system', 'Help.'],
      ['user', 'One?'],
      ['assistant', '1'],
      ['user', 'Two?'],
      ['assistant', '2'],
    ],
    ['user', 'Where is 7?'],
  ]);
  expect(JSON.stringify(second?.messages.slice(0, 6))).toBe(JSON.stringify(first?.messages));
});

test.each<[string, JsonObject, string]>([
  ['maxTurns', { maxTurns: 2 }, 'maxTurns'],
  ['maxTokens', { maxTokens: 20 }, 'maxTokens'],
])('beyond %s the agent fails with what it has', async (_name, limit, named) => {
  const again = () => calls(['Find_order', '{"number":"7"}']);
  const ran = await run([again(), again(), again()], limit);
  expect(ran.outcome).toMatchObject({
    ...{ kind: 'failed', code: 'AGENT_LIMIT', message: expect.stringContaining(named), retryable: false },
    output: { turns: 2, usage: { totalTokens: 24 } },
  });
  // Nobody would read the result of a call after the last turn.
  expect(ran.started).toHaveLength(1);
  // A retry of the session reaches the limit again, before the call.
  const retried = await run([], limit, { parts: ran.parts });
  expect([retried.outcome, retried.started]).toEqual([ran.outcome, []]);
});

test('a limit that is reached with calls under way lets them end', async () => {
  const whole = await run([calls(['Find_order', '{"number":"7"}']), text('Sent.')]);
  const [turn, call] = whole.parts;
  const begun: RecordedPart = { ...call!, status: 'RUNNING', output: null, finishedAt: null };
  const ran = await run([], { maxTurns: 1 }, { parts: [turn!, begun] });
  expect(ran.started).toHaveLength(1);
  expect(ran.outcome).toMatchObject({ code: 'AGENT_LIMIT' });
});

test('a turn is committed only after its tokens were counted', async () => {
  const { outcome, parts } = await run([text('Sent.')], {}, { modelTokensCannotBeCounted: true });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'INTERNAL_ERROR' });
  expect(parts.filter(({ status }) => status === 'SUCCEEDED')).toEqual([]);
});

test('a failure after the answer is not reported as a model that did not answer in time', async () => {
  const timeout = new AbortController();
  const spy = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timeout.signal);
  const config = { credential: CREDENTIAL, model: 'm', instructions: 'Help.', prompt: 'Where is 7?' };
  const answers: OutsideAnswers = {
    credentials,
    http: [text('Sent.')],
    // The turn times out while the tokens of its answer are counted.
    get modelTokensCannotBeCounted() {
      timeout.abort(new Error('the time is up'));
      return true;
    },
  };
  try {
    const { outcome } = await runComponent({ descriptor, runner }, config, {}, { answers });
    expect(outcome).toMatchObject({ kind: 'failed', message: 'The tokens cannot be counted' });
  } finally {
    spy.mockRestore();
  }
});

test('a call waits for the approval of a person', async () => {
  const tools = [{ workflowId: WORKFLOW, approval: { when: 'number = "7"', approvers: ['Ada@example.com'] } }];
  const http = () => [calls(['Find_order', '{"number":"7"}']), text('Done.')];
  const open = await run(http(), { tools });
  expect(open.asked[0]).toMatchObject({
    ...{ kind: 'approval', choices: ['approve', 'reject'], approvers: ['ada@example.com'] },
    ...{ title: expect.stringMatching(/^Find_order for /), message: expect.stringContaining('"number": "7"') },
  });
  // Nobody decided before the timeout.
  expect(open.started).toEqual([]);
  expect(JSON.stringify(bodies(open)[1]?.messages.at(-1))).toContain('Nobody approved');
});

test('arguments that are too long for a person to read are not approved', async () => {
  const tools = [{ workflowId: WORKFLOW, approval: true }];
  const ran = await run([calls(['Find_order', `{"number":"${'7'.repeat(20_001)}"}`]), text('Sorry.')], { tools });
  expect(ran.outcome).toMatchObject({ output: { text: 'Sorry.' } });
  expect([ran.asked, ran.started]).toEqual([[], []]);
  expect(JSON.stringify(bodies(ran)[1]?.messages.at(-1))).toContain('may have 20000');
});

test('an approval without conditions asks for each call', async () => {
  for (const approval of [true, {}]) {
    const tools = [{ workflowId: WORKFLOW, approval }];
    const ran = await run([calls(['Find_order', '{"number":"7"}']), text('Done.')], { tools });
    expect(ran.asked).toMatchObject([{ timeoutSeconds: 86_400, approvers: [] }]);
  }
});

test('an approval that does not apply does not ask', async () => {
  const tools = [{ workflowId: WORKFLOW, approval: { when: 'number = "8"' } }];
  const ran = await run([calls(['Find_order', '{"number":"7"}']), text('Done.')], { tools });
  expect([ran.asked, ran.started.length]).toEqual([[], 1]);
});

test('an answer with fields is typed, and asked for once more if it is wrong', async () => {
  const fields = [{ key: 'days', type: 'NUMBER' }];
  const ran = await run([text('{"days":"two"}'), text('{"days":2}')], { fields, tools: [] });
  expect(ran.outcome).toMatchObject({ output: { days: 2, turns: 2 } });
  expect(JSON.stringify(bodies(ran)[1]?.messages.at(-1))).toContain('days');
  const wrong = await run([text('a'), text('b')], { fields, tools: [] });
  expect(wrong.outcome).toMatchObject({ code: 'MODEL_ANSWER_INVALID' });
});

test('what is stored grows with what is new', async () => {
  const long = 'y'.repeat(20_000);
  const turns = 20;
  const http = [
    ...Array.from({ length: turns }, (_, turn) => calls(['Find_order', `{"number":"${turn}"}`])),
    text('Done.'),
  ];
  const ran = await run(
    http,
    { maxTurns: 100 },
    { child: ({ placeholderValues }) => `${String(placeholderValues['number'])}${long}` },
  );
  expect(ran.outcome).toMatchObject({ output: { turns: turns + 1 } });
  const stored = ran.parts.reduce((sum, part: RecordedPart) => sum + JSON.stringify(part).length, 0);
  expect(stored).toBeLessThan(1.5 * turns * long.length);
});

test('names of tools are distinct and acceptable to servers', async () => {
  const tools = [{ workflowId: WORKFLOW }, { workflowId: WORKFLOW }, { workflowId: WORKFLOW, name: 'find' }];
  const [body] = bodies(await run([text('Hi')], { tools }));
  expect(body?.tools.map((tool) => (tool['function'] as JsonObject)['name'])).toEqual([
    ...['Find_order', 'Find_order_2', 'find', 'read_result'],
  ]);
});
