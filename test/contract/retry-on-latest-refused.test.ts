import { expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import { chain, input, output } from './contract-system.ts';
import { withConfig, useRetryLab } from './retry-lab.ts';

describeEachBackend('a retry on a draft, or on a version that does not fit', (backend) => {
  const { system, lab } = useRetryLab(backend);
  const start = input({ key: 'n', type: 'NUMBER' });

  test('of a TEST session runs the draft, with the pins of the session', async () => {
    const [call, failing] = [lab.call('test', { name: 'Call', output: 'answer' }), lab.compute('$error("x")', 'Sum')];
    const end = output('{{ answer.status + Sum }}');
    const workflowId = await system.api.publish('Draft', chain(start, call, failing, end));
    const pinnedOutputs = { [call.id]: { status: 1, headers: {}, body: {} } };
    const { id } = await lab.run(workflowId, start, { n: 1 }, { mode: 'TEST', pinnedOutputs });
    await lab.save(workflowId, chain(start, call, withConfig(failing, { expression: '40 + n' }), end));
    expect(await lab.preview(id)).toMatchObject({ possible: true, fromVersion: null, toVersion: null });
    expect(await lab.retried(id)).toMatchObject({ status: 'SUCCEEDED', output: 42, workflowVersion: null });
    expect(lab.calls('test')).toBe(0);
  });

  test('is refused with the reason where it is impossible', async () => {
    const failing = lab.compute('$error("boom")', 'Sum');
    const workflowId = await system.api.publish('Impossible', chain(start, failing));
    const { id } = await lab.run(workflowId, start, { n: 1 });
    const refusal = async () => {
      const { status, body } = await lab.retry(id);
      expect(status).toBe(409);
      expect(await lab.preview(id)).toMatchObject({ possible: false, reason: body.message });
      return body.message;
    };
    await lab.publish(workflowId, chain(input({ key: 'n', type: 'NUMBER' }), failing));
    expect(await refusal()).toBe(
      "The session cannot go on with version 2: it has no component 'input', where the session started",
    );
    const truth = withConfig(start, { placeholders: [{ key: 'n', type: 'BOOLEAN' }] });
    await lab.publish(workflowId, chain(truth, failing));
    expect(await refusal()).toBe(
      'The session cannot go on with version 3: it does not take its values: placeholderValues.n must be true or false',
    );
    await system.api.call('POST', `/v1/workflows/${workflowId}/unpublish`);
    expect(await refusal()).toBe('The workflow has no published version to retry on');
    const strange = system.as((await system.createOrganization('Strangers')).apiKey);
    expect((await strange.request('GET', `/v1/sessions/${id}/retry`)).status).toBe(404);
    expect((await strange.request('POST', `/v1/sessions/${id}/retry?version=latest`)).status).toBe(404);
    expect(await system.api.call('GET', `/v1/sessions/${id}`)).toMatchObject({ status: 'FAILED', run: 1 });
  });
});
