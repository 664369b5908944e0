import { expect, test } from '@jest/globals';
import type { JsonObject } from '@workflow/workflow-model';
import { component, input, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

const system = useContractSystem();

const FIELDS: JsonObject[] = [
  { key: 'name', type: 'TEXT' },
  { key: 'note', type: 'TEXT', optional: true },
  { key: 'customer', type: 'OBJECT', fields: [{ key: 'city', type: 'TEXT' }] },
];
const code = (source: string) => [
  input(...FIELDS),
  component('code', { source, type: 'JSON' }, { output: 'made' }),
  output('{{ made }}'),
];

async function stepsOf(sessionId: string): Promise<object[]> {
  const { body } = await system.api.request<{ items: object[] }>('GET', `/v1/sessions/${sessionId}/steps`);
  return body.items;
}

test('a run without a field that is not optional is accepted, and its first step warns', async () => {
  const { body } = await system.runChain([input(...FIELDS), output('fine')], { note: 'x' });
  expect(body).toMatchObject({ status: 'SUCCEEDED', output: 'fine' });
  const [first] = await stepsOf(String(body.sessionId));
  expect(first).toMatchObject({ warning: 'missing required values: name, customer' });
});

test('a run with all that is not optional has no warning', async () => {
  const { body } = await system.runChain([input(...FIELDS), output('fine')], { name: 'a', 'customer.city': 'b' });
  const [first] = await stepsOf(String(body.sessionId));
  expect(first).not.toHaveProperty('warning');
});

test('code that reads a field which was not sent fails there, and names field, line and column', async () => {
  const { body } = await system.runChain(code('const x = 1;\nreturn placeholders.name.length + x;'), {});
  expect(body.error).toMatchObject({
    code: 'PLACEHOLDER_MISSING',
    message: expect.stringMatching(/^placeholder name has no value \(line 2, column \d+\)$/),
  });
});

test('a fall-back that code or a template writes holds for what was not sent', async () => {
  const fromCode = await system.runChain(
    code('return [placeholders.name ?? "nobody", placeholders.customer?.city];'),
    {},
  );
  expect(fromCode.body.output).toEqual(['nobody', null]);
  const both = '{{ name ?? "nobody" }}, {{ $exists(customer.city) ? customer.city : "nowhere" }}';
  const fromTemplate = await system.runChain([input(...FIELDS), output(both)], {});
  expect(fromTemplate.body.output).toBe('nobody, nowhere');
});

test('optional fields, and those that code only looks for, may be missing', async () => {
  const { body } = await system.runChain(code('return [placeholders.note ?? null, "name" in placeholders];'), {});
  expect(body.output).toEqual([null, false]);
});
