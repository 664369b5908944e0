import { beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import type { Component, SessionView } from '@workflow/workflow-model';
import { component, input, link, output, chain } from './contract-system.ts';
import { useContractSystem } from './use-contract-system.ts';

describeEachBackend('the timeout of a component with children', (backend) => {
  const system = useContractSystem(backend);
  beforeAll(async () => {}, 60_000);

  test.each(['run-workflow', 'for-each'])('bounds the wait of %s, and cancels them', async (type) => {
    const item = input({ key: 'item', type: 'NUMBER' });
    const sleeping = chain(item, component('delay', { seconds: 600 }), output('awake'));
    const workflowId = await system.api.publish('Sleeps', sleeping);
    const config = {
      'run-workflow': { workflowId, componentId: item.id, placeholderValues: { item: 1 }, wait: true },
      'for-each': { workflowId, componentId: item.id, items: '{{ [1, 2] }}', itemKey: 'item' },
    }[type] as Component['config'];
    const [start, waits, late] = [input(), component(type, config, { timeoutSeconds: 1 }), output('{{ error.code }}')];
    const parentId = await system.api.publish('Waits a second', {
      components: [start, waits, late],
      connections: [link(start, waits), link(waits, late, 'error')],
    });
    const { body } = await system.api.run(parentId, start.id, {}, { prefer: 'wait=30' });
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: 'STEP_TIMEOUT' });
    const children = await system.api.call<{ items: SessionView[] }>('GET', `/v1/sessions?workflowId=${workflowId}`);
    expect(new Set(children.items.map(({ status }) => status))).toEqual(new Set(['CANCELLED']));
  });
});
