import { beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import type { JsonObject } from '@workflow/workflow-model';
import { chain, component, input, link, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

/** Returns in → price, in → raw → stock, in → tax, all → value → out. Nothing reads `apart`. */
function threeBranches() {
  const compute = (name: string, expression: string) =>
    component('transform', { expression, type: 'NUMBER' }, { output: name });
  const [start, price, raw] = [input('id'), compute('price', '7'), compute('raw', '1')];
  const [stock, tax, apart] = [compute('stock', 'raw + 1'), compute('tax', '3'), compute('apart', '4')];
  const value = compute('value', 'price * stock + tax');
  const out = output('{{ value }}');
  const definition = {
    components: [start, price, raw, stock, tax, apart, value, out],
    connections: [
      ...[price, raw, tax, apart].map((to) => link(start, to)),
      link(raw, stock),
      ...[price, stock, tax].map((from) => link(from, value)),
      link(value, out),
    ],
  };
  return { definition, start, price, stock, value };
}

describeEachBackend('a run that starts on one branch of a join', (backend) => {
  const system = useContractSystem(backend);
  const { definition, start, price, stock, value } = threeBranches();
  let workflowId: string;

  beforeAll(async () => {
    workflowId = await system.api.publish('Three branches', definition);
  });

  const run = (componentId: string, values: JsonObject) =>
    system.api.run(workflowId, componentId, values, { prefer: 'wait=60' });

  test('takes what the join reads of the other branches', async () => {
    expect((await run(price.id, { stock: 5, tax: 1 })).body).toMatchObject({ status: 'SUCCEEDED', output: 36 });
    expect((await run(stock.id, { price: 2, raw: 2, tax: 1 })).body).toMatchObject({ status: 'SUCCEEDED', output: 7 });
    expect((await run(value.id, { price: 2, stock: 2, tax: 2 })).body).toMatchObject({ output: 6 });
  });

  test('checks them, and refuses what nothing reads and what the run will produce', async () => {
    const { status, body } = await run(price.id, { stock: 'many', apart: 1, price: 2 });
    expect(status).toBe(400);
    expect(body.message).toContain('placeholderValues.stock must be a number');
    expect(body.message).toContain('placeholderValues.apart is not a placeholder available');
    expect(body.message).toContain('placeholderValues.price is not a placeholder available');
    expect((await run(start.id, { stock: 1 })).status).toBe(400);
  });

  test('fails of the one that is missing, by its name', async () => {
    expect((await run(price.id, { tax: 1 })).body).toMatchObject({
      status: 'FAILED',
      error: { code: 'PLACEHOLDER_MISSING', message: expect.stringContaining('stock') },
    });
  });

  test('lists them with the component', async () => {
    const { body } = await system.clients[0]!.request<{ availablePlaceholders: { key: string }[] }>(
      'GET',
      `/v1/workflows/${workflowId}/components/${price.id}`,
    );
    expect(body.availablePlaceholders.map(({ key }) => key)).toEqual(['id', 'raw', 'stock', 'tax']);
  });

  test('takes them from another workflow as well', async () => {
    const placeholderValues = { stock: 5, tax: '{{ number }}' };
    const caller = component(
      'run-workflow',
      { workflowId, componentId: price.id, placeholderValues, wait: true },
      { output: 'child' },
    );
    const first = input({ key: 'number', type: 'NUMBER' });
    const callerId = await system.api.publish('Caller', chain(first, caller, output('{{ child.output }}')));
    const { body } = await system.api.run(callerId, first.id, { number: 2 }, { prefer: 'wait=60' });
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: 37 });
  });
});
