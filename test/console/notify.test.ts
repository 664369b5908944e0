import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, textOf, typeInto } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const APPROVAL = { type: 'approval', name: 'Refund', output: 'decision', config: { title: 'Refund {{ name }}?' } };
const CALLBACK = { type: 'wait-for-callback', name: 'Paid', output: 'callback', config: {} };

describeInBrowser('Notify', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test.each([APPROVAL, CALLBACK])('$name sends a message by e-mail or by HTTP', async (asking) => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, `Notifies ${asking.name}`, chain(asking), false);
    const stored = async () => {
      const { components } = await (await context.request.get(`/v1/workflows/${id}`)).json();
      return components.find(({ type }: { type: string }) => type === asking.type).config.notify;
    };
    await page.goto(`/workflows/${id}`);
    await card(page, asking.name).click({ position: { x: 20, y: 20 } });
    const panel = page.getByRole('complementary', { name: `Component ${asking.name}` });
    const notify = panel.getByRole('group', { name: 'Notify' });
    await notify.getByRole('switch', { name: 'Notify' }).click();
    for (const label of ['From', 'To', 'Subject', 'Text']) await notify.getByRole('textbox', { name: label }).waitFor();
    await notify.getByRole('combobox', { name: 'Mail server' }).waitFor();
    expect(await seriousProblems(page, 'notify by e-mail')).toEqual([]);
    await notify.getByRole('combobox', { name: 'Send by' }).selectOption('HTTP message');
    expect(await notify.getByRole('textbox', { name: 'To' }).count()).toBe(0);
    await notify.getByRole('textbox', { name: 'URL' }).click();
    await page.keyboard.insertText('https://chat.example/hook');
    await waitFor(async () => (await stored())?.url === 'https://chat.example/hook', { what: 'the address' });
    expect(await stored()).toEqual({ by: 'http', url: 'https://chat.example/hook' });
    expect(await seriousProblems(page, 'notify by HTTP')).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('the addresses are completed in templates, and placeholders by their names in code', async () => {
    const { page, context, leave } = await app.open();
    const code = { type: 'code', name: 'Compute', output: 'done', config: { source: '', type: 'JSON' } };
    const { id } = await makeWorkflow(context, 'Completes addresses', chain(code, APPROVAL, CALLBACK), false);
    await page.goto(`/workflows/${id}`);
    await card(page, 'Answer').click();
    for (const [typed, option, expected] of [
      ['{{ $ap', /^\$approvalUrl/, "{{ $approvalUrl('Refund')}}"],
      ['{{ $call', /^\$callbackUrl/, "{{ $callbackUrl('Paid')}}"],
    ] as const) {
      await typeInto(page, 'Value', '');
      await page.keyboard.type(typed);
      await page.getByRole('option', { name: option }).waitFor();
      await page.keyboard.press('Tab');
      expect(await textOf(page.getByRole('textbox', { name: 'Value' }))).toBe(expected);
    }
    // The panel of another component moves the canvas.
    await page.goto(`/workflows/${id}`);
    await card(page, 'Compute').click({ position: { x: 20, y: 20 } });
    await page.getByRole('textbox', { name: 'Code' }).click();
    await page.keyboard.type('return nam');
    await page.getByRole('option', { name: 'nameText', exact: true }).waitFor();
    await page.keyboard.press('Tab');
    expect(await textOf(page.getByRole('textbox', { name: 'Code' }))).toBe('return name');
    await leave();
  });
});
