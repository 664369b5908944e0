import { expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { component, input, output } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

/** Answers of `Prefer: wait` are based on notifications or reads. The sessions API always reads. */
describeEachBackend('the answer of a run that was waited for', (backend) => {
  const system = useContractSystem(backend);

  const numbers = '[0.1, 1e300, 1e-7, 123456789.12345679, 9007199254740991, -1.5]';
  const cases: Record<string, { components: Component[]; values?: JsonObject; status: string }> = {
    'a workflow without output': { components: [input('any')], values: { any: 'x' }, status: 'SUCCEEDED' },
    'keys, characters and numbers': {
      components: [
        input('any'),
        component(
          'code',
          { source: `return { z: 'ü 漢 😀 "', b: null, aa: ${numbers}, 10: 1, a: [{}] };`, type: 'JSON' },
          { output: 'made' },
        ),
        output('{{ made }}'),
      ],
      values: { any: 'x' },
      status: 'SUCCEEDED',
    },
    'a failure': {
      components: [input('any'), component('transform', { expression: '$error("no ü for \\"you\\"")', type: 'TEXT' })],
      values: { any: 'x' },
      status: 'FAILED',
    },
    'a large output': {
      components: [input('any'), output('{{ any }}')],
      values: { any: 'ü'.repeat(20_000) },
      status: 'SUCCEEDED',
    },
    'a sensitive output': {
      components: [input({ key: 'card', type: 'TEXT', sensitive: true }), output('{{ card & "!" }}')],
      values: { card: 'a card of somebody' },
      status: 'SUCCEEDED',
    },
  };

  test.each(Object.entries(cases))('is what a read gives: %s', async (_name, { components, values = {}, status }) => {
    const { body } = await system.runChain(components, values);
    const read = await system.api.call('GET', `/v1/sessions/${body.sessionId}`);
    expect(body.status).toBe(status);
    const of = (answer: JsonObject) => JSON.stringify([answer['status'], answer['output'], answer['error']]);
    expect(of(body)).toBe(of(read));
  });
});
