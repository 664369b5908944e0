import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

interface Template {
  name: string;
  needs: { kind: string; name: string }[];
  definition: { components: Part[] };
}

interface Part {
  name: string;
  config: { body?: { components: Part[] } };
}

/** The components with those of the bodies. */
const partsOf = (components: Part[]): Part[] =>
  components.flatMap((part) => [part, ...partsOf(part.config.body?.components ?? [])]);

describeInBrowser('The templates of the gallery', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('every template shows its graph and its needs, opens, and its first test run succeeds', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { items } = (await (await context.request.get('/v1/workflow-templates')).json()) as { items: Template[] };
    expect(items.length).toBeGreaterThanOrEqual(12);
    for (const template of items) {
      await page.goto('/templates');
      const shown = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: template.name }) });
      await lookAt(page, template);
      await shown.getByRole('button', { name: `Use template ${template.name}` }).click();
      const run = page.getByRole('dialog', { name: 'Test run' });
      await run.getByRole('button', { name: 'Run', exact: true }).click();
      await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();
      const parts = partsOf(template.definition.components);
      const frames = parts.filter(({ config }) => config.body?.components !== undefined).length;
      expect(await page.locator('.react-flow__node').count()).toBe(parts.length + frames);
    }
    expect(complaints).toEqual([]);
    await leave();
  });
});

const PREFIXES: Record<string, string> = { app: 'App ', secret: 'Secret ' };

async function lookAt(page: Page, { name, needs, definition }: Template): Promise<void> {
  const shown = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) });
  const names = partsOf(definition.components)
    .map((part) => part.name)
    .join(', ');
  await shown.getByRole('img', { name: `Components: ${names}`, exact: true }).waitFor();
  const expected = needs.map(({ kind, name: needed }) => `${PREFIXES[kind] ?? ''}${needed}`);
  const shownNeeds = await shown
    .getByRole('list', { name: `What ${name} needs` })
    .getByRole('listitem')
    .allInnerTexts();
  expect(shownNeeds).toEqual(expected.length === 0 ? ['No account needed'] : expected);
}
