import { expect, test } from '@jest/globals';
import type { Component, JsonObject, SessionView, StepView } from '@workflow/workflow-model';
import { chain, component, input, output, type Answer } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const system = useContractSystem();

const start = input('name');
const wait = { prefer: 'wait=60' };

function storage(config: JsonObject, name = 'stored'): Component {
  return component('storage', { key: 'k', ...config }, { output: name });
}

async function publish(...components: Component[]) {
  const workflowId = await system.api.publish('Storing', chain(start, ...components));
  return (name = 'Ada') => system.api.run(workflowId, start.id, { name }, wait) as Promise<Answer>;
}

const result = ({ body }: Answer) => [body.status, body.output ?? body.error];

test('a value outlives its session, and each session that adds to it counts once', async () => {
  const count = await publish(storage({ operation: 'add', key: 'of {{ name }}' }), output('{{ stored }}'));
  const [first, ...others] = await Promise.all([count(), count(), count('Bob')]);
  const counts = [first, ...others].map((answer) => answer?.body.output);
  expect([counts.slice(0, 2).sort(), counts[2]]).toEqual([[1, 2], 1]);
});

test('a retry from the failed step counts nothing twice, and one from the start counts again', async () => {
  const fails = component('transform', { expression: '$error("no")', type: 'TEXT' }, { output: 'never' });
  const run = await publish(storage({ operation: 'add', value: 5 }), fails);
  const { body } = await run();
  const retry = async (from: string) => {
    await system.api.call('POST', `/v1/sessions/${body.sessionId}/retry?from=${from}`);
    await system.api.untilEnded(body.sessionId);
    const { items } = await system.api.call<{ items: StepView[] }>('GET', `/v1/sessions/${body.sessionId}/steps`);
    return items.flatMap(({ output: amount, status }) => (status === 'SUCCEEDED' && amount !== null ? [amount] : []));
  };
  expect((await retry('failed-step')).filter((value) => typeof value === 'number')).toEqual([5]);
  expect((await retry('start')).filter((value) => typeof value === 'number')).toEqual([5, 10]);
});

test('what is sensitive stays so for whoever reads it', async () => {
  const secret = input({ key: 'card', type: 'TEXT', sensitive: true });
  const put = storage({ operation: 'set', value: { of: '{{ card }}' }, scope: 'organization', key: 'card' });
  const putting = await system.api.publish('Putting', chain(secret, put));
  const { body } = await system.api.run(putting, secret.id, { card: 'planted-4711' }, wait);
  expect(body).toMatchObject({ status: 'SUCCEEDED' });
  const read = await publish(
    storage({ operation: 'get', key: 'card', scope: 'organization' }),
    component('transform', { expression: 'stored.of = "planted-4711"', type: 'BOOLEAN' }, { output: 'same' }),
    output({ same: '{{ same }}', shown: '{{ stored }}' }),
  );
  const found = await read();
  expect(found.body.output).toEqual({ same: true, shown: { of: '•••' } });
  for (const id of [body.sessionId, found.body.sessionId])
    expect(JSON.stringify(await system.api.steps(id))).not.toContain('4711');
  const keyed = await publish(
    storage({ operation: 'get', key: 'card', scope: 'organization' }, 'card'),
    storage({ operation: 'set', key: '{{ card.of }}', value: 1 }),
  );
  const [status, error] = result(await keyed());
  expect([status, error.code]).toEqual(['FAILED', 'FIELD_INVALID']);
});

test('TEST has separate values, and refusals state the reason', async () => {
  const run = await publish(storage({ operation: 'set', value: '{{ name }}' }), output('{{ stored }}'));
  const { sessionId } = (await run()).body;
  const { workflowId } = await system.api.call<SessionView>('GET', `/v1/sessions/${sessionId}`);
  const draft = chain(start, storage({ operation: 'get' }), output('{{ stored }}'));
  const saved = { name: 'Storing', description: '', ...draft };
  await system.api.request('PUT', `/v1/workflows/${workflowId}`, saved, { 'if-match': '"1"' });
  const inTest = { workflowId, componentId: start.id, placeholderValues: { name: 'x' }, mode: 'TEST' };
  const answer = await system.api.request('POST', '/v1/workflow/run', inTest, wait);
  expect(answer.body).toMatchObject({ status: 'SUCCEEDED', output: null });
  const empty = await publish(storage({ operation: 'get', key: '{{ name }}' }));
  expect(result(await empty(''))).toEqual([
    'FAILED',
    expect.objectContaining({ code: 'FIELD_INVALID', message: 'The key must have 1 to 500 characters' }),
  ]);
  const refused = await system.api.request<Answer['body']>('POST', '/v1/workflows', {
    name: 'No value',
    ...chain(start, storage({ operation: 'set' })),
  });
  const check = await system.api.request<Answer['body']>('POST', `/v1/workflows/${refused.body.id}/publish`);
  expect(JSON.stringify(check.body)).toContain('is required with operation set');
});
