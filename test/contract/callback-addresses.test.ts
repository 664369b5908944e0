import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openCallbackLab } from './callback-lab.ts';
import { chain, component, input, openContractSystem, output, type SharedContractSystem } from './contract-system.ts';
import { startThirdPartyServer } from './third-party-server.ts';

let system: SharedContractSystem;
let thirdParty: Awaited<ReturnType<typeof startThirdPartyServer>>;
let lab: ReturnType<typeof openCallbackLab>;

beforeAll(async () => {
  thirdParty = await startThirdPartyServer();
  system = await openContractSystem();
  lab = openCallbackLab(system, thirdParty, 'addresses');
});
afterAll(async () => thirdParty?.stop());

test('the address of a callback is read after a wait and by a child, and is masked in the steps of both', async () => {
  const { amount, begin, post, send, sent, start, wait, waits } = lab;
  const childStart = input('link');
  const to = { ...send('by-child'), name: 'Send' };
  const childSends = { ...to, config: { ...to.config, body: { to: '{{ link }}' } } };
  const child = await system.api.publish('Sends for others', chain(childStart, childSends, output('{{ link }}')));
  const id = await begin([
    start,
    component('transform', { expression: "'Answer at ' & $callbackUrl('Paid')", type: 'TEXT' }, { output: 'text' }),
    component('delay', { seconds: 1 }),
    component('transform', { expression: "$substringAfter(text, 'Answer at ')", type: 'TEXT' }, { output: 'link' }),
    component(
      'run-workflow',
      { workflowId: child, componentId: childStart.id, placeholderValues: { link: '{{ link }}' }, wait: true },
      { output: 'sent' },
    ),
    wait(),
    amount,
  ]);
  const address = await sent('by-child');
  await waits(id);
  expect((await post(address, { amount: 3 })).status).toBe(204);
  expect(await system.api.untilEnded(id)).toMatchObject({ status: 'SUCCEEDED', output: 3 });
  const path = `/v1/sessions?parentId=${id}`;
  const children = (await system.api.call<{ items: { id: string; placeholderValues: object }[] }>('GET', path)).items;
  expect(children).toMatchObject([{ placeholderValues: { link: expect.stringMatching(/\/callbacks\/•••$/) } }]);
  const shown = [children, await system.api.steps(id), await system.api.steps(children[0]!.id)].map((each) =>
    JSON.stringify(each),
  );
  for (const text of shown) {
    expect(text).toContain('/callbacks/•••');
    expect(text).not.toContain(address.split('/').at(-1));
  }
});
