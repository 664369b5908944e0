import { runComponent } from '@workflow/component-kit/testing';
import { StepFailure, type MailMessage } from '@workflow/component-kit/run';
import { expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const type = { descriptor, runner };
const config = { title: 'Refund {{ amount }} €?', message: 'To {{ name }}', fields: [{ key: 'note', type: 'TEXT' }] };
const values = { amount: 12, name: 'Ada' };

test('takes the port of the choice, with what was decided and the fields', async () => {
  const decision = { choice: 'reject', comment: null, by: 'Grace' };
  const { outcome, asked } = await runComponent(type, config, values, {
    answers: { answer: { note: 'no' }, decision },
  });
  expect(outcome).toEqual({
    kind: 'succeeded',
    output: { choice: 'reject', comment: '', by: 'Grace', at: expect.stringMatching(/^\d{4}-.*Z$/), note: 'no' },
    port: 'reject',
  });
  expect(asked).toEqual([
    expect.objectContaining({
      kind: 'approval',
      title: 'Refund 12 €?',
      message: 'To Ada',
      choices: ['approve', 'reject'],
      timeoutSeconds: 604_800,
      signedInOnly: false,
      approvers: [],
      remindAfterSeconds: null,
    }),
  ]);
});

test('takes the port timeout when nobody decides', async () => {
  expect((await runComponent(type, config, values)).outcome).toEqual({
    kind: 'succeeded',
    output: null,
    port: 'timeout',
  });
});

const CREDENTIAL = '00000000-0000-7000-8000-0000000000c1';
const BY_MAIL = { by: 'email', credential: CREDENTIAL, from: 'shop@example.com', to: 'head@example.com, {{ more }}' };
const LINK = 'https://workflow.example/approval/1';

async function mailed(notify: JsonObject, failure?: StepFailure) {
  const sent: MailMessage[] = [];
  const server = {
    send: (message: MailMessage) => {
      sent.push(message);
      return failure === undefined ? Promise.resolve({ accepted: [] }) : Promise.reject(failure);
    },
  };
  const answers = { credentials: { [CREDENTIAL]: server } };
  const placeholders = { ...values, more: ['ada@example.com'] };
  return { ...(await runComponent(type, { ...config, notify }, placeholders, { answers })), sent };
}

test.each<[string, JsonObject, string, string]>([
  ['its title and its message', {}, 'Refund 12 €?', `To Ada\n\n${LINK}`],
  ['a text with the link at its end', { text: 'Please decide' }, 'Refund 12 €?', `Please decide\n\n${LINK}`],
  ['a text that has the link', { text: `Open ${LINK} today` }, 'Refund 12 €?', `Open ${LINK} today`],
  ['a subject in one line', { subject: 'Decide\r\nBcc: x@x.com' }, 'Decide Bcc: x@x.com', `To Ada\n\n${LINK}`],
])('notifies by e-mail with %s, then waits', async (_, more, subject, text) => {
  const { sent, asked, beganEffect, input } = await mailed({ ...BY_MAIL, ...more });
  const to = ['head@example.com', 'ada@example.com'].map((address) => ({ name: '', address }));
  expect(sent).toEqual([expect.objectContaining({ to, subject, text, messageId: expect.stringMatching(/^<.+@/) })]);
  expect([asked.length, beganEffect]).toEqual([1, true]);
  expect(input).toMatchObject({ title: 'Refund 12 €?', notify: { by: 'email', subject, text } });
});

test.each<[number, string]>([
  [200, 'waiting'],
  [404, 'failed'],
  [503, 'failed'],
])('notifies by HTTP; with the status %p it is %s', async (status, kind) => {
  const notify = { by: 'http', url: 'https://chat.example/hooks/{{ name }}' };
  const run = await runComponent(type, { ...config, notify }, values, { answers: { http: [{ status }] } });
  expect(run.requests).toHaveLength(1);
  const [{ method, url, body, headers } = {} as never] = run.requests;
  expect([method, url.href, headers['idempotency-key']]).toEqual([
    'POST',
    'https://chat.example/hooks/Ada',
    expect.any(String),
  ]);
  expect(JSON.parse(String(body))).toEqual({ text: `To Ada\n\n${LINK}`, url: LINK });
  expect(run.asked).toHaveLength(status === 200 ? 1 : 0);
  expect(run.outcome).toMatchObject(
    kind === 'failed'
      ? { kind, code: 'HTTP_STATUS', retryable: status === 503 }
      : { kind: 'succeeded', port: 'timeout' },
  );
});

test('asks nobody if the e-mail cannot be sent', async () => {
  const { outcome, asked } = await mailed(BY_MAIL, new StepFailure('MAIL_REFUSED', 'no such mailbox'));
  expect(outcome).toMatchObject({ kind: 'failed', code: 'MAIL_REFUSED' });
  expect(asked).toEqual([]);
});

test('a title or a message that is too long fails the step', async () => {
  const long = { amount: 12, name: 'a'.repeat(30_000) };
  expect((await runComponent(type, config, long)).outcome).toMatchObject({ kind: 'failed', code: 'OUTPUT_TOO_LARGE' });
});

test('has a port for each choice', () => {
  expect(descriptor.ports({})).toEqual(['approve', 'reject', 'timeout', 'error']);
  expect(descriptor.ports({ choices: ['next', 'later'] })).toEqual(['next', 'later', 'timeout', 'error']);
});

test.each([
  [{ choices: ['a', 'timeout'] }, '/choices/1'],
  [{ choices: ['error'] }, '/choices/0'],
  [{ choices: ['a', 'b', 'a'] }, '/choices/2'],
  [{ choices: [' a'] }, '/choices/0'],
  [{ notify: { by: 'email', credential: CREDENTIAL, from: 'a@x.com' } }, '/notify/to'],
  [{ notify: { by: 'email', credential: CREDENTIAL, to: 'a@x.com' } }, '/notify/from'],
  [{ notify: { by: 'email', from: 'a@x.com', to: 'a@x.com' } }, '/notify/credential'],
  [{ notify: { by: 'http' } }, '/notify/url'],
  [{ fields: [{ key: 'by', type: 'TEXT' }] }, '/fields/0/key'],
  [{ fields: [{ key: 'receipt', type: 'FILE' }] }, '/fields/0/type'],
  [{ fields: [{ key: 'paid', type: 'BOOLEAN', choices: ['yes'] }] }, '/fields/0/choices'],
])('names what is wrong in %j', (given, pointer) => {
  expect(descriptor.checkConfig(given)).toEqual([expect.objectContaining({ pointer })]);
});
