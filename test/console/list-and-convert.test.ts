import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved, isFocused, textOf } from './canvas-actions.ts';
import { chain, makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const ROWS = {
  type: 'transform',
  name: 'Rows',
  output: 'rows',
  config: {
    expression: "[{ 'city': 'Bern', 'price': 4 }, { 'city': 'Basel', 'price': 9 }, { 'city': 'Bern', 'price': 1 }]",
    type: 'JSON',
  },
};
const SORT = {
  type: 'list',
  name: 'Sorted',
  output: 'sorted',
  config: { items: '{{ rows }}', operations: [{ operation: 'sort', by: [{ field: 'price' }] }] },
};
const READ = { type: 'convert', name: 'Read', output: 'read', config: { from: 'a;b\n1;2\n', format: 'csv' } };
const SIGN = { type: 'crypto', name: 'Sign', output: 'signed', config: { operation: 'hash', data: '{{ name }}' } };

describeInBrowser('Forms of List, Convert and Crypto', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('operations are cards that are added, moved and removed; choices show their fields', async () => {
    const { page, context, complaints, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Lists', chain(ROWS, SORT, READ, SIGN));
    await startRun(context, workflow, 'Ada', 'TEST');
    await page.goto(`/sessions?workflowId=${workflow.id}`);
    await page.getByText('Succeeded').first().waitFor();
    await page.goto(`/workflows/${workflow.id}`);

    await card(page, 'Sorted').click({ position: { x: 20, y: 20 } });
    const panel = page.getByRole('complementary', { name: 'Component Sorted' });
    await panel.getByText('Result: 3 items').waitFor();
    await panel.getByLabel('Operation to add').selectOption('Limit');
    await panel.getByRole('button', { name: 'Add operation' }).click();
    await isFocused(panel.getByRole('listitem', { name: '2. Limit' }).getByLabel('Count'));
    // The first field of a filter is a code field.
    await panel.getByLabel('Operation to add').selectOption('Filter');
    await panel.getByRole('button', { name: 'Add operation' }).click();
    const filter = panel.getByRole('listitem', { name: '3. Filter' });
    await isFocused(filter.getByRole('textbox', { name: 'Keep items where' }));
    await filter.getByRole('button', { name: 'Remove 3. Filter' }).click();
    const second = panel.getByRole('listitem', { name: '2. Limit' });
    await second.getByLabel('Count').fill('1');
    await second.getByText('Result: 1 item').click();
    await second.getByRole('cell', { name: '1', exact: true }).waitFor();
    await second.getByRole('button', { name: 'Move 2. Limit up' }).press('Enter');
    // The window shows both cards, because a drag does not begin while the panel scrolls.
    await page.setViewportSize({ width: 1440, height: 2_000 });
    await panel.getByText('1. Limit').dragTo(panel.getByRole('listitem', { name: '2. Sort' }));
    await panel.getByText('2. Limit').dragTo(panel.getByRole('listitem', { name: '1. Sort' }));
    const first = panel.getByRole('listitem', { name: '1. Limit' });
    await first.getByText('Result: 1 item').click();
    await first.getByRole('cell', { name: '4', exact: true }).waitFor();
    expect(await seriousProblems(page, 'operations')).toEqual([]);
    await panel.getByRole('button', { name: 'Remove 1. Limit' }).click();
    await panel.getByText('Result: 3 items').waitFor();
    await editorSaved(page);

    await card(page, 'Read').click({ position: { x: 20, y: 20 } });
    const read = page.getByRole('complementary', { name: 'Component Read' });
    await read.getByText('Preview: 1 item').click();
    await read.getByRole('columnheader', { name: 'a;b' }).waitFor();
    await read.getByLabel('Delimiter').fill(';');
    await read.getByRole('columnheader', { name: 'b', exact: true }).waitFor();
    expect(await seriousProblems(page, 'columns')).toEqual([]);
    await read.getByLabel('Format').selectOption('HTML');
    await read.getByLabel('Delimiter').waitFor({ state: 'detached' });
    await read.getByRole('button', { name: 'Add field' }).click();
    await read.getByLabel('Key').fill('title');
    await read.getByLabel('CSS selector').fill('h1');
    await read.getByText('Preview: {"title":null}').waitFor();

    await card(page, 'Sign').click({ position: { x: 20, y: 20 } });
    const sign = page.getByRole('complementary', { name: 'Component Sign' });
    await sign.getByLabel('Operation').selectOption('Sign a JSON Web Token');
    await sign.getByLabel('Expires in (seconds)').waitFor();
    await sign.getByLabel('Algorithm').selectOption('ES256');
    expect(await sign.getByLabel('Algorithm').getByRole('option', { name: 'sha256' }).count()).toBe(0);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('item completes from the sample, and an error is shown once, where it is', async () => {
    const { page, context, leave } = await app.open();
    const filter = { operation: 'filter', expression: "item.price > 'x'" };
    const operations = [filter, { operation: 'limit', count: 1 }, { operation: 'sort', by: [{ field: 'city' }] }];
    const filtered = { ...SORT, name: 'Filtered', config: { items: '{{ rows }}', operations } };
    const workflow = await makeWorkflow(context, 'Fails once', chain(ROWS, filtered), false);
    await startRun(context, workflow, 'Ada', 'TEST');
    await waitFor(
      async () => {
        const { items } = await (await context.request.get(`/v1/sessions?workflowId=${workflow.id}`)).json();
        return items[0]?.finishedAt !== null;
      },
      { what: 'the end of the test' },
    );
    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'Filtered').click({ position: { x: 20, y: 20 } });
    const panel = page.getByRole('complementary', { name: 'Component Filtered' });
    await panel
      .getByRole('listitem', { name: '1. Filter' })
      .getByText(/must be of the same/)
      .waitFor();
    for (const other of ['2. Limit', '3. Sort'])
      expect(
        await panel
          .getByRole('listitem', { name: other })
          .getByText(/must be of the same/)
          .count(),
      ).toBe(0);
    const expression = panel.getByRole('textbox', { name: 'Keep items where' });
    await expression.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('item.pr');
    await page.getByRole('option', { name: 'item.priceNumber' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await textOf(expression)).toBe('item.price');
    const field = panel.getByRole('listitem', { name: '3. Sort' }).getByRole('combobox', { name: 'Field' });
    await waitFor(async () => (await field.evaluate((input: HTMLInputElement) => input.list?.options.length)) === 2, {
      what: 'the fields of the items',
    });
    await leave();
  });
});
