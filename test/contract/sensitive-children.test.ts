import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeEachBackend } from '@workflow/test-harness';
import type { SessionView } from '@workflow/workflow-model';
import { chain, component, input, output } from './contract-system.ts';
import { FIELDS, openSensitiveLab, type SensitiveLab } from './sensitive-lab.ts';

describeEachBackend('sensitive fields of children', (backend) => {
  let lab: SensitiveLab;
  beforeAll(async () => {
    lab = await openSensitiveLab(backend);
  });
  afterAll(() => lab?.stop());

  test('are sent to children and returned, sealed at both', async () => {
    const sent = lab.plant();
    const childStart = input('note');
    const child = await lab.system.api.publish('Child', chain(childStart, output({ text: 'it is {{ note }}' })));
    const start = input(...FIELDS);
    const call = component(
      'run-workflow',
      { workflowId: child, componentId: childStart.id, placeholderValues: { note: '{{ card }}' }, wait: true },
      { output: 'child' },
    );
    const after = lab.request('/parent', { body: { text: '{{ child.output.text }}' } });
    const workflowId = await lab.system.api.publish('Parent', chain(start, call, after, output('{{ child.output }}')));
    const { body } = await lab.run(workflowId, start, sent);
    expect(body).toMatchObject({ status: 'SUCCEEDED', output: { text: 'it is •••' } });
    expect(lab.lastCall('/parent')).toEqual({ text: `it is ${sent.card}` });
    const { items } = await lab.system.api.call<{ items: SessionView[] }>('GET', `/v1/sessions?workflowId=${child}`);
    expect(items.map(({ placeholderValues }) => placeholderValues)).toEqual([{ note: '•••' }]);
    await lab.look(items[0]!.id);
    await lab.look(body.sessionId);
  });

  test('a child hides its own fields, which its parent does not call sensitive', async () => {
    const childStart = input({ key: 'note', type: 'TEXT', sensitive: true });
    const child = await lab.system.api.publish('Hiding child', chain(childStart, output({ text: '{{ note }}' })));
    const start = input('n');
    const code = component('code', { source: `return 'made-of-' + placeholders.n`, type: 'TEXT' }, { output: 'made' });
    const call = component(
      'run-workflow',
      { workflowId: child, componentId: childStart.id, placeholderValues: { note: '{{ made }}' }, wait: true },
      { output: 'child' },
    );
    const after = lab.request('/child', { body: { text: '{{ child.output.text }}' } });
    const workflowId = await lab.system.api.publish('Plain parent', chain(start, code, call, after));
    const { body } = await lab.run(workflowId, start, { n: 'unsealed' });
    expect(body.status).toBe('SUCCEEDED');
    expect(lab.lastCall('/child')).toEqual({ text: 'made-of-unsealed' });
    const steps = await lab.system.api.steps(body.sessionId);
    expect(steps.find(({ componentId }) => componentId === call.id)?.output).toMatchObject({
      output: { text: '•••' },
    });
  });

  test('stand nowhere in the database, the queue, the logs, the metrics, the events and the views', () =>
    lab.expectNothingShown());
});
