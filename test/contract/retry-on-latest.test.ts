import { expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import { chain, component, input, link, output } from './contract-system.ts';
import { withConfig, useRetryLab } from './retry-lab.ts';

describeEachBackend('a retry on the latest version', (backend) => {
  const { system, thirdParty, lab } = useRetryLab(backend);
  const start = input({ key: 'n', type: 'NUMBER' });

  test('reuses unchanged results, runs what was fixed, and reports both before and after', async () => {
    const [call, failing] = [lab.call('reused', { name: 'Call' }), lab.compute('$error("boom")', 'Sum')];
    const end = output('{{ Sum }}');
    const workflowId = await system.api.publish('Fails', chain(start, call, failing, end));
    const failed = await lab.run(workflowId, start, { n: 7 });
    expect(failed).toMatchObject({ status: 'FAILED', workflowVersion: 1, run: 1, moved: null });
    expect(await lab.preview(failed.id)).toMatchObject({ possible: true, fromVersion: 1, toVersion: 1, changes: [] });

    await lab.publish(workflowId, chain(start, call, withConfig(failing, { expression: 'n * 6' }), end));
    expect(await lab.retried(failed.id, 'from=failed-step')).toMatchObject({ status: 'FAILED', workflowVersion: 1 });
    const preview = await lab.preview(failed.id);
    expect(preview).toMatchObject({ possible: true, reason: null, fromVersion: 1, toVersion: 2 });
    expect(lab.changesOf(preview)).toEqual(['Sum changed', 'output inputs-changed']);
    expect(new Set(preview.kept)).toEqual(new Set([start.id, call.id]));

    const after = await lab.retried(failed.id);
    expect(after).toMatchObject({ status: 'SUCCEEDED', output: 42, run: 3, workflowVersion: 2 });
    expect(after.moved).toEqual({ run: 3, fromVersion: 1, toVersion: 2, changes: preview.changes });
    expect(lab.calls('reused')).toBe(1);
    expect(await lab.preview(failed.id)).toMatchObject({
      possible: false,
      reason: expect.stringContaining('succeeded'),
    });
  });

  test('runs again what is fed by something else, and later retries count only what ran since', async () => {
    const [one, call] = [lab.compute('n + 1', 'one'), component('http-request', {}, { output: 'answer' })];
    const aimed = withConfig(call, { method: 'GET', url: `${thirdParty.url}/fed?one={{ one }}` });
    const failing = lab.compute('$error("boom")', 'Sum');
    const workflowId = await system.api.publish('Fed', chain(start, one, aimed, failing));
    const { id } = await lab.run(workflowId, start, { n: 1 });
    const two = withConfig(one, { expression: 'n + 2' });
    await lab.publish(workflowId, chain(start, two, aimed, failing));
    expect(await lab.retried(id)).toMatchObject({ status: 'FAILED', workflowVersion: 2 });
    expect(await lab.retried(id, 'version=pinned')).toMatchObject({ status: 'FAILED', run: 3 });
    const end = output('{{ answer.body.echo & one }}');
    await lab.publish(workflowId, chain(start, two, aimed, withConfig(failing, { expression: '1' }), end));
    expect(await lab.retried(id)).toMatchObject({ status: 'SUCCEEDED', output: '3', workflowVersion: 3, run: 4 });
    expect(thirdParty.calls.filter(({ url }) => url.startsWith('/fed')).map(({ url }) => url)).toEqual([
      '/fed?one=2',
      '/fed?one=3',
    ]);
  });

  test('takes the other branch of a condition that changed', async () => {
    const which = component('condition', { expression: 'n > 5' }, { name: 'Which' });
    const [left, right] = [lab.call('left', { name: 'Left' }), lab.call('right', { name: 'Right' })];
    const failing = lab.compute('$error("boom")', 'Sum');
    const end = output('{{ n }}');
    const connections = [
      link(start, which),
      link(which, left, 'true'),
      link(which, right, 'false'),
      link(left, failing),
      link(right, failing),
      link(failing, end),
    ];
    const components = [start, which, left, right, failing, end];
    const workflowId = await system.api.publish('Branches', { components, connections });
    const { id } = await lab.run(workflowId, start, { n: 7 });
    const other = withConfig(which, { expression: 'n > 50' });
    const good = withConfig(failing, { expression: '1' });
    await lab.publish(workflowId, { components: [start, other, left, right, good, end], connections });
    expect(lab.changesOf(await lab.preview(id))).toEqual([
      'Which changed',
      'Left inputs-changed',
      'Right inputs-changed',
      'Sum changed',
      'output inputs-changed',
    ]);
    expect(await lab.retried(id)).toMatchObject({ status: 'SUCCEEDED', output: 7 });
    expect([lab.calls('left'), lab.calls('right')]).toEqual([1, 1]);
  });

  test('keeps a failure that a branch took, while it is still taken', async () => {
    const [call, failing] = [lab.call('taken', { name: 'Call' }), lab.compute('$error("boom")', 'Sum')];
    const refused = withConfig(call, { url: `${thirdParty.url}/taken?status=400` });
    const connections = [link(start, refused), link(refused, failing, 'error')];
    const workflowId = await system.api.publish('Taken', { components: [start, refused, failing], connections });
    const { id } = await lab.run(workflowId, start, { n: 1 });
    const good = withConfig(failing, { expression: 'n' });
    await lab.publish(workflowId, { components: [start, refused, good], connections });
    expect(await lab.retried(id)).toMatchObject({ status: 'SUCCEEDED' });
    expect(lab.calls('taken')).toBe(1);
  });

  test('runs everything from the start', async () => {
    const [call, failing] = [lab.call('start', { name: 'Call' }), lab.compute('$error("boom")', 'Sum')];
    const workflowId = await system.api.publish('Start', chain(start, call, failing));
    const { id } = await lab.run(workflowId, start, { n: 1 });
    await lab.publish(workflowId, chain(start, call, withConfig(failing, { expression: 'n' })));
    expect(await lab.retried(id, 'version=latest&from=start')).toMatchObject({ status: 'SUCCEEDED', run: 2 });
    expect(lab.calls('start')).toBe(2);
  });
});
