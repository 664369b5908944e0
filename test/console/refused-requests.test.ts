import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('A request that is refused', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('shows the first of many problems, and unfolds the others', async () => {
    const { page, leave } = await app.open({ path: '/tables' });
    await page.getByRole('button', { name: 'New table' }).click();
    const dialog = page.getByRole('dialog', { name: 'New table' });
    await dialog.getByLabel('Name').fill('Wrong');
    for (let column = 1; column <= 5; column += 1) {
      if (column > 1) await dialog.getByRole('button', { name: 'Add column' }).click();
      await dialog.getByRole('textbox', { name: `Column ${column}` }).fill(`a.dot${column}`);
    }
    await dialog.getByRole('button', { name: 'Create' }).click();
    const alert = dialog.getByRole('alert');
    await alert.getByText('4 more problems').waitFor();
    const others = alert.getByRole('listitem');
    expect(await others.count()).toBe(0);
    await alert.getByText('4 more problems').click();
    await others.nth(3).waitFor();
    expect(await others.count()).toBe(4);
    expect(await seriousProblems(page, 'many problems')).toEqual([]);
    await leave();
  });
});
