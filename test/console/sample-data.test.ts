import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { describeInBrowser } from './browser.ts';
import { card, textOf } from './canvas-actions.ts';
import { chain, makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Sample data', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a value of the last session is dragged into an expression, and inserted by keyboard', async () => {
    const { page, context, complaints } = await app.open();
    const parse = {
      type: 'transform',
      name: 'Shape',
      output: 'order',
      config: { expression: '{ "lines": [{ "total": 7 }], "by": name }', type: 'JSON' },
    };
    const workflow = await makeWorkflow(context, 'Drag a value', chain(parse));
    const id = await startRun(context, workflow);
    await waitFor(async () => (await (await context.request.get(`/v1/sessions/${id}`)).json()).status === 'SUCCEEDED', {
      what: 'the session',
    });
    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'Answer').click();
    const value = page.getByRole('textbox', { name: 'Value' });
    await value.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    const sample = page.getByRole('region', { name: 'Sample data' });
    await sample.getByText('by: ').dragTo(value);
    await waitFor(async () => (await textOf(value)) === '{{ order.by }}', { what: 'the dropped field' });

    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('Delete');
    const insert = sample.getByRole('button', { name: 'Insert order.by into the field' });
    await insert.focus();
    await page.keyboard.press('Enter');
    await waitFor(async () => (await textOf(value)) === '{{ order.by }}', { what: 'the inserted field' });

    // It stays visible next to a long form, and a program reads placeholders with another syntax.
    await page.getByRole('button', { name: 'Code', exact: true }).click();
    const source = page.getByRole('textbox', { name: 'Code', exact: true });
    await source.waitFor();
    expect(await sample.getByRole('button', { name: 'Insert order.by into the field' }).isDisabled()).toBe(true);
    await sample.getByText('by: ').dragTo(source);
    await waitFor(async () => (await textOf(source)) === 'placeholders.order.by', { what: 'the field in the program' });
    await page.getByRole('button', { name: 'HTTP request', exact: true }).click();
    const url = page.getByRole('textbox', { name: 'URL' });
    await sample.getByText('by: ').dragTo(url);
    await waitFor(async () => (await textOf(url)) === '{{ order.by }}', { what: 'the field in the URL' });

    // Folded, it leaves its room to the form, for the next component as well.
    await sample.getByRole('button', { name: 'Sample data' }).click();
    await sample.getByText('by: ').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Transform', exact: true }).click();
    await page.getByRole('textbox', { name: 'Expression' }).waitFor();
    await sample.getByRole('button', { name: 'Sample data' }).waitFor();
    expect(await sample.getByText('by: ').count()).toBe(0);
    await sample.getByRole('button', { name: 'Sample data' }).click();
    await sample.getByText('by: ').first().waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});
