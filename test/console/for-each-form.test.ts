import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('The form of For each', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('chooses the only start of a workflow, and offers what it takes', async () => {
    const { page, context, leave } = await app.open();
    const child = chain();
    child.definition.components[0]!.config = {
      placeholders: [
        { key: 'order', type: 'TEXT' },
        { key: 'rate', type: 'NUMBER' },
      ],
    };
    child.definition.components[1]!.config = { value: '{{ order }}' };
    const { id: childId, inputId } = await makeWorkflow(context, 'One order', child);
    const each = { type: 'for-each', name: 'Each', output: 'results', config: { items: '{{ [1, 2] }}' } };
    const { id } = await makeWorkflow(context, 'All orders', chain(each), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Each').click({ position: { x: 20, y: 20 } });
    const panel = page.getByRole('complementary', { name: 'Component Each' });
    await panel.getByRole('combobox', { name: 'Workflow', exact: true }).selectOption('One order');
    const item = panel.getByRole('combobox', { name: 'Item placeholder' });
    await item.locator('option', { hasText: 'rate' }).waitFor({ state: 'attached' });
    expect(await item.locator('option').allTextContents()).toEqual([
      'Select…',
      'order',
      'rate',
      'All fields of the item',
    ]);
    await item.selectOption('order');
    await panel.getByText('Number, required').waitFor();
    expect(await panel.getByRole('textbox', { name: 'order' }).count()).toBe(0);
    await panel.getByRole('textbox', { name: 'rate' }).click();
    await page.keyboard.insertText('2');
    const stored = { workflowId: childId, componentId: inputId, itemKey: 'order', placeholderValues: { rate: '2' } };
    await waitFor(
      async () => {
        const { components } = await (await context.request.get(`/v1/workflows/${id}`)).json();
        const { config } = components.find((one: { type: string }) => one.type === 'for-each');
        return Object.entries(stored).every(([key, value]) => JSON.stringify(config[key]) === JSON.stringify(value));
      },
      { what: 'the child, its start and its values' },
    );
    expect(await seriousProblems(page, 'a child')).toEqual([]);
    const workflows = panel.getByRole('combobox', { name: 'Workflow', exact: true }).locator('option');
    expect((await workflows.allTextContents()).at(-1)).toBe('This workflow itself');
    await item.selectOption('All fields of the item');
    await panel.getByText('Text, from the item if empty').waitFor();
    expect(await panel.getByRole('textbox', { name: 'order' }).count()).toBe(1);
    await leave();
  });
});
