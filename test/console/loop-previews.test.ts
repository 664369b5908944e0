import { afterAll, beforeAll, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const ROWS = { type: 'code', name: 'Rows', output: 'rows', config: { source: 'return ["a", "b"]', type: 'JSON' } };
const RESULT = { id: '00000000-0000-7000-8000-000000000001', type: 'output', name: 'Result' };
const EACH = {
  type: 'for-each',
  name: 'Each',
  output: 'results',
  config: {
    items: '{{ rows }}',
    itemKey: 'item',
    body: { components: [{ ...RESULT, config: { value: '{{ item }}' } }], connections: [] },
  },
};

describeInBrowser('Previews in a workflow with a loop', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('have the values of the session that ran the loop, not only those of an item', async () => {
    const { page, context, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Ran', chain(ROWS, EACH));
    const id = await startRun(context, workflow);
    const status = async () => (await (await context.request.get(`/v1/sessions/${id}`)).json()).status;
    await waitFor(async () => (await status()) === 'SUCCEEDED', { what: 'the end' });
    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'Each').click({ position: { x: 20, y: 20 } });
    await page.getByTitle('Show all of it').filter({ hasText: '["a","b"]' }).waitFor();
    await leave();
  });
});
