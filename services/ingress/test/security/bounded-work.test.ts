import { beforeAll, expect, test } from '@jest/globals';
import { longestTurnMs, UNCHECKED } from '@workflow/test-harness';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { component, useTestIngress, type TestAnswer } from '../start-test-ingress.ts';

/**
 * The time that one request of the largest size may take of the event loop, including the sender's part in the same
 * process.
 */
const MAX_TURN_MS = 100;
const MEGABYTE = 1_048_576;
const actor = { type: 'system', id: null, name: 'test' } as const;

const ingress = useTestIngress();
let input: Component;
let webhook: Component;
let workflowId: string;
let token: string;

beforeAll(async () => {
  const fields = Array.from({ length: 200 }, (_, index) => ({ key: `f${index}`, type: 'TEXT', optional: true }));
  const placeholders: JsonObject[] = [
    { key: 't', type: 'TEXT' },
    { key: 'rows', type: 'LIST', items: { type: 'OBJECT', fields } },
    { key: 'numbers', type: 'LIST', items: 'NUMBER' },
  ];
  input = component('input', { placeholders });
  webhook = component('webhook', {}, 'request');
  const management = ingress.context.store.management.organization(ingress.organization.id);
  const made = await management.createWorkflow(actor, {
    name: 'Keys',
    description: '',
    components: [input, webhook],
    connections: [],
    flow: { order: { key: '$substring($trim($trim(t & request.body.t)), 0, 9)' } },
  });
  workflowId = made.id;
  await management.publishWorkflow(actor, workflowId, UNCHECKED);
  token = await ingress.token(workflowId, webhook.id);
});

const deliver = (contentType: string, body: unknown): Promise<TestAnswer> =>
  ingress.request('POST', `/webhook/${workflowId}`, { body, headers: { token, 'content-type': contentType } });

async function turnOf(ask: () => Promise<TestAnswer>): Promise<{ answer: TestAnswer; turnMs: number }> {
  let answer: TestAnswer | undefined;
  const turnMs = await longestTurnMs(async () => {
    answer = await ask();
  }, MAX_TURN_MS);
  return { answer: answer as TestAnswer, turnMs };
}

test('a run of a megabyte whose key would read it all is refused before the key is computed', async () => {
  const body = JSON.stringify({ workflowId, componentId: input.id, placeholderValues: { t: ' a'.repeat(500_000) } });
  const { answer, turnMs } = await turnOf(() => ingress.run(body));
  expect([answer.status, answer.body.message]).toEqual([
    400,
    expect.stringMatching(/flow\.order\.key: the expression may read at most \d+ characters/),
  ]);
  expect(turnMs).toBeLessThan(MAX_TURN_MS);
});

test.each([
  ['empty objects of 200 fields', 'rows', '{}', 340_000, 'rows must hold at most 1000000 values'],
  ['unknown fields', 'rows', '{"x":1}', 130_000, 'rows[0].x is not a field of the items'],
  ['wrong numbers', 'numbers', '""', 340_000, 'numbers[0] must be a number'],
])('a typed list of a megabyte of %s is refused in a short turn', async (_, key, item, count, problem) => {
  const list = `[${Array.from({ length: count }, () => item).join(',')}]`;
  const body = `{"workflowId":"${workflowId}","componentId":"${input.id}","placeholderValues":{"${key}":${list}}}`;
  const { answer, turnMs } = await turnOf(() => ingress.run(body));
  expect([answer.status, answer.body.message]).toEqual([400, expect.stringContaining(`placeholderValues.${problem}`)]);
  expect(turnMs).toBeLessThan(MAX_TURN_MS);
});

test('a delivery of a megabyte whose key would read it all is accepted with the key null', async () => {
  const body = JSON.stringify({ t: ' a'.repeat(500_000) });
  const { answer, turnMs } = await turnOf(() => deliver('application/json', body));
  expect(answer.status).toBe(202);
  expect(turnMs).toBeLessThan(MAX_TURN_MS);
});

const FORM = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';
const part = (name: string) => `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n\r\n`;
const filled = (text: string) => text.repeat(Math.floor((MEGABYTE - 500) / text.length));

test.each<[string, string, string]>([
  ['half a million pairs', FORM, filled('a&')],
  ['a million empty pairs', FORM, filled('&')],
  ['pairs that are all different', FORM, Array.from({ length: 120_000 }, (_, n) => `${n}=`).join('&')],
  ['escaped pairs in another charset', `${FORM}; charset=shift_jis`, filled('%83%41=&')],
  ['parts of a multipart form', MULTIPART, `${filled(part('a'))}--b--`],
])('a form of %s is refused', async (_what, contentType, body) => {
  const { answer, turnMs } = await turnOf(() => deliver(contentType, body));
  expect([answer.status, answer.body.message]).toEqual([
    400,
    expect.stringContaining('the body must have at most 10000 fields'),
  ]);
  expect(turnMs).toBeLessThan(MAX_TURN_MS);
});

test.each<[string, string, string, number]>([
  ['a form of as many fields as there may be', FORM, 'a%E2%82%AC=%20&'.repeat(9_999), 202],
  ['one form field of a megabyte', FORM, filled('%00'), 202],
  ['the header of a part that does not end', MULTIPART, `--b\r\n${filled('a')}\r\n--b--`, 400],
  [
    'a part whose header is quotes and spaces',
    MULTIPART,
    `--b\r\ncontent-disposition: form-data;${filled(' name="')}`,
    400,
  ],
  ['opening brackets', 'application/json', filled('['), 400],
  ['nested lists', 'application/json', '['.repeat(500_000) + ']'.repeat(500_000), 400],
  ['empty lists', 'application/json', `[${filled('[],')}0]`, 202],
  ['empty objects', 'application/json', `[${filled('{},')}0]`, 202],
  ['numbers', 'application/json', `[${filled('1,')}0]`, 202],
  ['escapes', 'application/json', `"${filled(String.raw`\u0001`)}"`, 202],
  ['members', 'application/json', `{${Array.from({ length: 90_000 }, (_, n) => `"${n}":1`).join(',')}}`, 202],
  ['control characters as text', 'text/plain', filled('\u0001'), 202],
  ['elements of XML', 'application/xml', filled('<a>'), 202],
  ['bytes', 'application/octet-stream', filled('\u0001'), 202],
])('a delivery of %s leaves the event loop to others', async (_what, contentType, body, status) => {
  const { answer, turnMs } = await turnOf(() => deliver(contentType, body));
  expect(answer.status).toBe(status);
  expect(turnMs).toBeLessThan(MAX_TURN_MS);
});

test('thirty-two deliveries of a megabyte that arrive together are parsed one after the other', async () => {
  const body = Buffer.from('['.repeat(500_000) + ']'.repeat(500_000));
  const turnMs = await longestTurnMs(async () => {
    const answers = await Promise.all(Array.from({ length: 32 }, () => deliver('application/json', body)));
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([400]));
  }, MAX_TURN_MS);
  expect(turnMs).toBeLessThan(MAX_TURN_MS);
});

test.each<[string, string]>([
  ['values that no placeholder takes', `{${Array.from({ length: 70_000 }, (_, n) => `"k${n}":1`).join(',')}}`],
  ['a name of many parts', `{"${filled('a.')}":1}`],
  ['names of many parts', `{${Array.from({ length: 60 }, (_, n) => `"${n}${'.a'.repeat(8_000)}":1`).join(',')}}`],
  ['nested lists', `{"t":${'['.repeat(400_000)}${']'.repeat(400_000)}}`],
  ['a list where a text belongs', `{"t":[${filled('1,')}0]}`],
])('a run of %s is refused immediately', async (_what, values) => {
  const ids = `"workflowId":"${workflowId}","componentId":"${input.id}"`;
  const body = `{${ids},"placeholderValues":${values}}`;
  const { answer, turnMs } = await turnOf(() => ingress.run(body));
  expect(answer.status).toBe(400);
  expect(answer.text.length).toBeLessThan(20_000);
  expect(turnMs).toBeLessThan(MAX_TURN_MS);
});
