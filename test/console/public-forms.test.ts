import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { problemsNow } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const FIELDS = [
  { key: 'name', type: 'TEXT', label: 'Your name', help: 'As on the bill' },
  { key: 'topic', type: 'TEXT', label: 'Topic', choices: ['Delivery', 'Payment'] },
  { key: 'tags', type: 'LIST', label: 'What applies?', choices: ['late', 'broken'], optional: true },
  { key: 'order', type: 'OBJECT', label: 'Order', fields: [{ key: 'total', type: 'NUMBER', label: 'Total' }] },
];

describeInBrowser('A public form', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('is filled in with the keyboard alone, and begins with what is wrong where something is', async () => {
    const { context } = await app.open();
    const [id, outputId] = [randomUUID(), randomUUID()];
    const config = { title: 'Complaint', fields: FIELDS, thanks: 'Thanks, {{ form.name }}!' };
    const definition = {
      components: [
        { id, type: 'form', name: 'Complaint', output: 'form', config },
        { id: outputId, type: 'output', config: { value: '{{ form }}' } },
      ],
      connections: [{ from: id, port: 'next', to: outputId }],
    };
    const workflow = await makeWorkflow(context, 'Complaints', { definition, inputId: id });
    const view = await context.request.get(`/v1/workflows/${workflow.id}/components/${id}`);
    const { pathname } = new URL(((await view.json()) as { publicUrl: string }).publicUrl);
    const { page, context: guest, complaints } = await app.open({ as: null, path: pathname });

    await page.getByLabel('Your name').fill('Ada');
    await page.getByLabel('Total').fill('much');
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    const alert = page.getByRole('alert');
    await alert.getByText('Please correct 2 fields:').waitFor();
    for (const [width, colorScheme] of [
      [390, 'light'],
      [390, 'dark'],
      [1440, 'light'],
      [1440, 'dark'],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      expect(await problemsNow(page, `${width} ${colorScheme}`)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    expect(await alert.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Total').evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('12.5');
    await page.getByLabel('Topic').selectOption('Payment');
    await page.getByRole('button', { name: 'Send' }).press('Enter');
    await page.getByText('Thanks, Ada!').waitFor();
    expect(complaints).toEqual([]);
    await guest.close();
    await context.close();
  });
});
