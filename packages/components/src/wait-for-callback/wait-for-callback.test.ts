import { runComponent } from '@workflow/component-kit/testing';
import { expect, test } from '@jest/globals';
import { descriptor } from './descriptor.ts';
import { runner } from './run.ts';

const type = { descriptor, runner };
const config = { fields: [{ key: 'paid', type: 'BOOLEAN' }], timeoutSeconds: 60, respond: 'thanks, {{ name }}' };

test('continues with the received fields, and returns the response for the caller', async () => {
  const { outcome, asked } = await runComponent(type, config, { name: 'Ada' }, { answers: { answer: { paid: true } } });
  expect(outcome).toEqual({ kind: 'succeeded', output: { paid: true }, port: 'next' });
  expect(asked).toEqual([
    { kind: 'callback', fields: [{ key: 'paid', type: 'BOOLEAN' }], timeoutSeconds: 60, reply: 'thanks, Ada' },
  ]);
});

test('takes the port timeout when nobody answers', async () => {
  const { outcome } = await runComponent(type, config, { name: 'Ada' });
  expect(outcome).toEqual({ kind: 'succeeded', output: null, port: 'timeout' });
});

test('an early answer with a wrong field fails the step, which names it', async () => {
  const answers = { answer: { paid: 'yes' }, answersEarly: true };
  const { outcome } = await runComponent(type, config, { name: 'Ada' }, { answers });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'FIELD_INVALID' });
  expect(outcome).toHaveProperty('message', expect.stringContaining('paid'));
});

test('notifies by HTTP before it waits', async () => {
  const notify = { by: 'http', url: 'https://other.example/start', text: 'Order {{ name }}' };
  const answers = { http: [{ status: 200 }], answer: { paid: true } };
  const { outcome, requests } = await runComponent(type, { ...config, notify }, { name: 'Ada' }, { answers });
  const url = 'https://workflow.example/callback/1';
  expect(JSON.parse(String(requests[0]?.body))).toEqual({ text: `Order Ada\n\n${url}`, url });
  expect(outcome).toEqual({ kind: 'succeeded', output: { paid: true }, port: 'next' });
});

test('a response that is too long fails the step', async () => {
  const { outcome } = await runComponent(type, { ...config, respond: '{{ name }}' }, { name: 'a'.repeat(70_000) });
  expect(outcome).toMatchObject({ kind: 'failed', code: 'OUTPUT_TOO_LARGE' });
});

test('takes no files', () => {
  const within = [{ key: 'order', type: 'OBJECT', fields: [{ key: 'receipt', type: 'FILE' }] }];
  expect(descriptor.checkConfig({ fields: within })).toEqual([
    expect.objectContaining({ pointer: '/fields/0/fields/0/type', field: 'type' }),
  ]);
});
