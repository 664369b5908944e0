import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
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
  [{ fields: [{ key: 'by', type: 'TEXT' }] }, '/fields/0/key'],
  [{ fields: [{ key: 'receipt', type: 'FILE' }] }, '/fields/0/type'],
  [{ fields: [{ key: 'paid', type: 'BOOLEAN', choices: ['yes'] }] }, '/fields/0/choices'],
])('names what is wrong in %j', (given, pointer) => {
  expect(descriptor.checkConfig(given)).toEqual([expect.objectContaining({ pointer })]);
});
