import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { describeInBrowser } from './browser.ts';
import { card, textOf, typeInto } from './canvas-actions.ts';
import { chain, makeWorkflow, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Code fields', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a step back shows what they had, and is no edit', async () => {
    const { page, context, leave } = await app.open();
    const rows = { type: 'transform', name: 'Rows', output: 'rows', config: { expression: '1', type: 'NUMBER' } };
    const { id } = await makeWorkflow(context, 'Stepped', chain(rows), false);
    await page.goto(`/workflows/${id}`);
    for (const [name, label, before, after] of [
      ['Rows', 'Expression', '1', '1 + 1'],
      ['Answer', 'Value', '{{ name }}', '{{ rows }}'],
    ] as const) {
      await card(page, name).click({ position: { x: 20, y: 20 } });
      const field = page.getByRole('textbox', { name: label, exact: true });
      await typeInto(page, label, after);
      await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
      await waitFor(async () => (await textOf(field)) === before, { what: `${before} in ${label}` });
      await page.getByRole('button', { name: 'Redo (Ctrl Shift Z)' }).click();
      await waitFor(async () => (await textOf(field)) === after, { what: `${after} in ${label}` });
      expect(await page.getByRole('button', { name: 'Redo (Ctrl Shift Z)' }).isDisabled()).toBe(true);
    }
    await leave();
  });

  test('JSON keeps the order in which it was written, in the editor and in what a session outputs', async () => {
    const { page, context, leave } = await app.open();
    const made = chain();
    made.definition.components[1]!.config = { value: { zone: '{{ name }}', amount: 2, id: 7 } };
    const workflow = await makeWorkflow(context, 'Ordered', made);
    const sessionId = await startRun(context, workflow);
    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'Answer').click({ position: { x: 20, y: 20 } });
    const field = page.getByRole('textbox', { name: 'Value', exact: true });
    await field.getByText('zone').waitFor();
    expect(keysIn(await textOf(field))).toEqual(['zone', 'amount', 'id']);
    await page.goto(`/sessions/${sessionId}`);
    const output = page.getByRole('group', { name: 'Output' }).last();
    await output.getByText('"Ada"').waitFor();
    expect(keysIn(await output.innerText())).toEqual(['zone', 'amount', 'id']);
    await leave();
  });
});

function keysIn(text: string): string[] {
  return text.match(/zone|amount|id/g) ?? [];
}
