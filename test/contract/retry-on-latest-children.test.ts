import { expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import type { Component, JsonObject } from '@workflow/workflow-model';
import { chain, component, input, output } from './contract-system.ts';
import { withConfig, useRetryLab } from './retry-lab.ts';

describeEachBackend('children of a retry on the latest version', (backend) => {
  const { system, thirdParty, lab } = useRetryLab(backend);

  test('keeps children that succeeded, and starts those that failed on the version of their own workflow', async () => {
    const item = input({ key: 'n', type: 'NUMBER' });
    const call = lab.call('child');
    const failing = lab.compute('n = 2 ? $error("boom") : n', 'Sum');
    const childId = await system.api.publish('Child', chain(item, call, failing, output('{{ Sum }}')));
    const start = input({ key: 'items', type: 'JSON' });
    const config = { items: '{{ items }}', workflowId: childId, componentId: item.id, itemKey: 'n', concurrency: 1 };
    const each = component('for-each', config, { output: 'all' });
    const workflowId = await system.api.publish('Parent', chain(start, each, output('{{ all }}')));
    const { id, status } = await lab.run(workflowId, start, { items: [1, 2, 3] });
    expect(status).toBe('FAILED');
    const before = lab.calls('child');
    await lab.publish(childId, chain(item, call, withConfig(failing, { expression: 'n' }), output('{{ Sum }}')));
    await lab.publish(workflowId, chain(start, withConfig(each, { concurrency: 3 }), output('{{ $sum(all) }}')));
    expect(await lab.retried(id)).toMatchObject({ status: 'SUCCEEDED', output: 6, workflowVersion: 2 });
    // Item 1 was reused. Item 2 ran again, and so did item 3, which the failure of item 2 had cancelled or prevented.
    expect(thirdParty.calls.filter(({ url }) => url === '/child?n=1')).toHaveLength(1);
    expect(lab.calls('child')).toBeGreaterThan(before);
  });

  test('keeps items of a body that is the same, and runs all items of a body that changed', async () => {
    const start = input({ key: 'items', type: 'JSON' });
    const call = lab.call('item');
    const failing = lab.compute('n = 2 ? $error("boom") : n', 'Sum');
    const end = output('{{ Sum }}');
    const bodyWith = (sum: Component) => ({ body: chain(call, sum, end) as unknown as JsonObject });
    const config = { items: '{{ items }}', itemKey: 'n', concurrency: 1, ...bodyWith(failing) };
    const each = component('for-each', config, { output: 'all' });
    const all = output('{{ all }}');
    const calls = () => [1, 2].map((n) => thirdParty.calls.filter(({ url }) => url === `/item?n=${n}`).length);
    const workflowId = await system.api.publish('Loop', chain(start, each, all));
    const { id, status } = await lab.run(workflowId, start, { items: [1, 2] });
    expect([status, ...calls()]).toEqual(['FAILED', 1, 1]);

    await lab.publish(workflowId, chain(start, withConfig(each, { concurrency: 2 }), all));
    expect(await lab.retried(id)).toMatchObject({ status: 'FAILED', workflowVersion: 2 });
    expect(calls()).toEqual([1, 2]);

    const tenfold = withConfig(failing, { expression: 'n * 10' });
    await lab.publish(workflowId, chain(start, withConfig(each, bodyWith(tenfold)), all));
    expect(await lab.retried(id)).toMatchObject({ status: 'SUCCEEDED', output: [10, 20], workflowVersion: 3 });
    expect(calls()).toEqual([2, 3]);
  });
});
