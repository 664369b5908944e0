import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { describeInBrowser } from './browser.ts';
import { card, connectPorts, dragCanvas, editorSaved, isWithinCanvas, textOf, typeInto } from './canvas-actions.ts';
import { chain, makeWorkflow, SHOUT } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('The workflow editor', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('the list finds workflows by name and state, and deletes one after naming the consequences', async () => {
    const { page, context, leave } = await app.open({ path: '/workflows' });
    await makeWorkflow(context, 'Billing run');
    await makeWorkflow(context, 'Half done', chain(), false);
    await page.reload();
    await page.getByLabel('Search workflows').fill('billing');
    await page.getByRole('link', { name: 'Half done' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Billing run' }).waitFor();
    await page.getByLabel('Search workflows').fill('');
    await page.getByRole('button', { name: 'Actions for Half done' }).click();
    await page.getByRole('menuitem', { name: 'Delete…' }).click();
    await page.getByText('webhook tokens are deleted permanently').waitFor();
    await page.getByRole('button', { name: 'Delete workflow' }).click();
    await page.getByRole('link', { name: 'Half done' }).waitFor({ state: 'detached' });
    await leave();
  });

  test('a workflow is created from a template, exported, and imported again', async () => {
    const { page, leave } = await app.open({ path: '/workflows' });
    await page.getByRole('button', { name: 'New workflow' }).first().click();
    await page.getByRole('button', { name: 'Use template API that answers' }).click();
    await page.locator('.react-flow__node').first().waitFor();
    await page.getByRole('dialog', { name: 'Test run' }).getByRole('button', { name: 'Cancel' }).click();
    const components = await page.locator('.react-flow__node').count();
    await page.getByRole('button', { name: 'More', exact: true }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Export as JSON' }).click(),
    ]);
    await page.goto('/workflows');
    await page.getByRole('button', { name: 'New workflow' }).first().click();
    await page.locator('input[type=file]').setInputFiles({
      name: download.suggestedFilename(),
      mimeType: 'application/json',
      buffer: await buffer(await download.createReadStream()),
    });
    await page.locator('.react-flow__node').first().waitFor();
    expect(await page.locator('.react-flow__node').count()).toBe(components);
    await leave();
  });

  test('connections that are not allowed are refused, and edits are undone, redone, copied and pasted', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Connections', chain(SHOUT), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Shout').waitFor();
    const edges = page.locator('.react-flow__edge');
    await waitFor(async () => (await edges.count()) === 2, { what: 'the connections of the workflow' });
    await connectPorts(page, 'Answer', 'next', 'Shout');
    await page.getByText('This connection would create a cycle').waitFor();
    expect(await edges.count()).toBe(2);
    await connectPorts(page, 'Start', 'next', 'Answer');
    await waitFor(async () => (await edges.count()) === 3, { what: 'the new connection' });

    await page.keyboard.press('Control+z');
    await waitFor(async () => (await edges.count()) === 2, { what: 'the undone connection' });
    await page.keyboard.press('Control+Shift+z');
    await waitFor(async () => (await edges.count()) === 3, { what: 'the redone connection' });

    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await card(page, 'Shout').click();
    await card(page, 'Shout').focus();
    await page.keyboard.press('Control+c');
    await page.keyboard.press('Control+v');
    await waitFor(async () => (await page.locator('.react-flow__node').count()) === 4, {
      what: 'the pasted component',
    });
    await editorSaved(page);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('the keyboard alone adds, connects, opens and removes components', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(
      context,
      'By keyboard',
      { definition: { components: [], connections: [] }, inputId: '' },
      false,
    );
    await page.goto(`/workflows/${id}`);
    await page.getByLabel('Search components').focus();
    await page.keyboard.type('input');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Component Input' }).waitFor();
    await page.getByLabel('Search components').fill('');
    await page.keyboard.press('ArrowDown');
    await page.getByLabel('Search components').fill('output');
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Component Output' }).waitFor();
    await waitFor(async () => (await page.locator('.react-flow__edge').count()) === 1, {
      what: 'the automatic connection',
    });

    await page.getByRole('tab', { name: 'Connections' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /Delete the connection: Input/ }).press('Enter');
    await waitFor(async () => (await page.locator('.react-flow__edge').count()) === 0, { what: 'the cut connection' });
    await card(page, 'Input').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Component Input' }).waitFor();
    await page.getByRole('tab', { name: 'Connections' }).press('Enter');
    await page.getByLabel('Connect port next to').selectOption({ label: 'Output' });
    await waitFor(async () => (await page.locator('.react-flow__edge').count()) === 1, { what: 'the connection' });
    await card(page, 'Output').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Component Output' }).waitFor();
    await card(page, 'Output').focus();
    await page.keyboard.press('Delete');
    await waitFor(async () => (await page.locator('.react-flow__node').count()) === 1, { what: 'the removal' });
    await leave();
  });

  test('opening a component hides no card, and a card at the edge is moved into view', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'In view', chain(), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Start').click();
    await page.getByRole('complementary', { name: 'Component Start' }).waitFor();
    await waitFor(() => isWithinCanvas(page, 'Answer'), { what: 'the other card next to the component panel' });
    await page.getByRole('button', { name: 'Close the component panel' }).click();
    await dragCanvas(page, { x: 400, y: 0 });
    await card(page, 'Answer').click();
    await waitFor(() => isWithinCanvas(page, 'Answer'), { what: 'the card that the component panel covered' });
    await leave();
  });

  test('problems are shown at their component while editing, and prevent publishing', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Problems', chain(), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').click();
    await typeInto(page, 'Value', '{{ nobody }}');
    await card(page, 'Answer').getByText('1 problem').waitFor();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('1 problem prevents publishing').waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).isDisabled()).toBe(true);
    await page.keyboard.press('Escape');
    await typeInto(page, 'Value', '{{ name }}');
    await card(page, 'Answer').getByText('1 problem').waitFor({ state: 'detached' });
    await leave();
  });

  test('completion offers the available placeholders and functions, in a template only within its braces', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(
      context,
      'Completion',
      chain({ type: 'transform', name: 'Shout', output: 'loud', config: { expression: '', type: 'TEXT' } }),
      false,
    );
    await page.goto(`/workflows/${id}`);
    await card(page, 'Shout').click();
    await page.getByRole('textbox', { name: 'Expression' }).click();
    await page.keyboard.type('$upper');
    await page.getByRole('option', { name: '$uppercase' }).click();
    await page.keyboard.type('na');
    await page.getByRole('option', { name: /^name/ }).click();
    await page.keyboard.type(')');
    expect(await textOf(page.getByRole('textbox', { name: 'Expression' }))).toBe('$uppercase(name)');

    await card(page, 'Answer').click();
    await typeInto(page, 'Value', 'Hello ');
    await page.keyboard.type('lo');
    expect(await page.getByRole('option').count()).toBe(0);
    await page.keyboard.type(' {{ lo');
    await page.getByRole('option', { name: /^loud/ }).waitFor();
    await leave();
  });

  test('two people who edit at the same time are informed, and one decides which draft to keep', async () => {
    const first = await app.open();
    const { id } = await makeWorkflow(first.context, 'Shared', chain(), false);
    await first.page.goto(`/workflows/${id}`);
    const second = await app.open({ path: `/workflows/${id}` });
    await Promise.all([card(first.page, 'Start').waitFor(), card(second.page, 'Start').waitFor()]);
    await rename(second.page, 'Theirs');
    await editorSavedAs(second.context, id, 'Theirs');
    await rename(first.page, 'Mine');
    await first.page.getByRole('alert').getByText('A newer version was saved elsewhere').waitFor();
    await first.page.getByRole('button', { name: 'Keep mine' }).click();
    await editorSavedAs(first.context, id, 'Mine');
    await rename(second.page, 'Theirs again');
    await second.page.getByRole('button', { name: 'Load it' }).click();
    await waitFor(async () => (await second.page.getByLabel('Workflow name').inputValue()) === 'Mine', {
      what: 'their draft',
    });
    await Promise.all([first.context.close(), second.context.close()]);

    async function rename(page: typeof first.page, name: string): Promise<void> {
      await page.getByLabel('Workflow name').fill(name);
      await page.getByLabel('Workflow name').press('Enter');
    }
    async function editorSavedAs(context: typeof first.context, workflowId: string, name: string): Promise<void> {
      const read = async () =>
        ((await (await context.request.get(`/v1/workflows/${workflowId}`)).json()) as { name: string }).name === name;
      await waitFor(read, { what: `the workflow to be called ${name}` });
    }
  });

  test('publishing shows what changed, and an older version can be rolled back to', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Versions');
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').click();
    await typeInto(page, 'Value', '{{ $uppercase(name) }}');
    await editorSaved(page);
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Changed: Answer').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('Version 2 is published').waitFor();
    await page.getByRole('button', { name: 'Versions' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: 'Version 1' })
      .getByRole('button', { name: 'Roll back to this version' })
      .click();
    await page.getByRole('button', { name: 'Roll back', exact: true }).click();
    await page.getByText('Rolled back to version 1').waitFor();
    const versions = (await (await context.request.get(`/v1/workflows/${id}/versions`)).json()) as {
      items: { number: number; published: boolean }[];
    };
    expect(versions.items[0]).toMatchObject({ number: 3, published: true });
    await leave();
  });
});
