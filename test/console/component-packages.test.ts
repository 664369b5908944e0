import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { PackageSystem } from '../packages/package-system.ts';
import { tutorialFiles } from '../packages/tutorial-files.ts';
import { writePackage } from '../../packages/component-packages/src/testing/package-folder.ts';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { ADMIN, startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Component packages', () => {
  let packages: PackageSystem;
  let app: ConsoleSystem;
  beforeAll(async () => {
    packages = await PackageSystem.open();
    const files = tutorialFiles();
    packages.publish('greeter@1.0.0', files);
    await packages.add('greeter@1.0.0');
    packages.publish('other@1.0.0', { ...files, 'package.json': files['package.json']!.replace('greeter', 'other') });
    writePackage(join(packages.directory, 'other@1.0.0'), files);
    const admin = { ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password };
    app = await startConsole({ ...admin, COMPONENTS_DIR: packages.directory });
  });
  afterAll(async () => {
    await app?.stop();
    await packages?.stop();
  });

  test('an author finds the type in the palette, fills in its form and chooses its version', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Greetings', chain(), false);
    await page.goto(`/workflows/${id}`);
    const palette = page.getByRole('region', { name: 'Components to add' });
    await palette.getByText('1 package is left out').click();
    await palette.getByText('the type greet belongs to the package greeter').waitFor();
    const entry = palette.getByRole('button', { name: 'Greet' });
    expect(await entry.getByRole('presentation').getAttribute('src')).toMatch(/^data:image\/svg\+xml,/);
    await entry.click();
    await card(page, 'Greet').click();
    const panel = page.getByRole('complementary', { name: 'Component Greet' });
    await panel.getByLabel('Server').fill('https://greetings.example.com');
    await panel.getByLabel('Language').selectOption('de');
    expect(await panel.getByLabel('Version').locator('option').allTextContents()).toEqual(['Newest (1.0.0)', '1.0.0']);
    await panel.getByLabel('Version').selectOption('1.0.0');
    await panel.getByText('Documentation').click();
    await panel.getByText('Greets somebody by name, in a language.').waitFor();
    expect(await seriousProblems(page, 'a component of a package')).toEqual([]);
    await editorSaved(page);
    const saved = await context.request.get(`/v1/workflows/${id}`);
    const { components } = (await saved.json()) as { components: { type: string; version?: string; config: object }[] };
    expect(components.find(({ type }) => type === 'greet')).toMatchObject({
      version: '1.0.0',
      config: { server: 'https://greetings.example.com', language: 'de' },
    });
    expect(complaints).toEqual([]);
    await leave();
  });

  test('what is left out stays unfolded when the palette is closed and opened again', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Unfolded', chain(), false);
    await page.goto(`/workflows/${id}`);
    const palette = page.getByRole('region', { name: 'Components to add' });
    const reason = palette.getByText('the type greet belongs to the package greeter');
    await palette.getByText('1 package is left out').click();
    await reason.waitFor();
    const toggle = page.getByRole('button', { name: 'Components', exact: true });
    await toggle.click();
    await palette.waitFor({ state: 'detached' });
    await toggle.click();
    await reason.waitFor();
    await leave();
  });
});
