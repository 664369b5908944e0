import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import type { Definition } from '@workflow/workflow-model';
import { describeInBrowser } from './browser.ts';
import { card, viewAtRest } from './canvas-actions.ts';
import { chain, makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('The frame of a loop', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('takes a card, and gives it back, by the command menu with the keyboard alone', async () => {
    const { page, context, complaints, leave } = await app.open();
    const part = (id: string, name: string, y: number) => ({
      ...{ id, type: 'transform', name, config: { expression: '1', type: 'TEXT' }, position: { x: 360, y } },
    });
    const components = [part(randomUUID(), 'Text', 260), part(randomUUID(), 'Alone', 420)];
    const config = { items: '{{ ["a", "b"] }}', itemKey: 'item', body: { components, connections: [] } };
    const each = { type: 'for-each', name: 'Each', output: 'results', config };
    const { id } = await makeWorkflow(context, 'Moves', chain(each), false);
    const names = async () => {
      const { components } = (await (await context.request.get(`/v1/workflows/${id}`)).json()) as Definition;
      const body = components.find(({ type }) => type === 'for-each')?.config['body'] as unknown as Definition;
      return body.components.map(({ name }) => name);
    };
    await page.goto(`/workflows/${id}`);
    await card(page, 'Alone').waitFor();
    await viewAtRest(page);
    const run = async (command: string) => {
      await card(page, 'Alone').focus();
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByLabel('Find anything').fill(command);
      await page
        .getByRole('option', { name: command })
        .or(page.getByRole('button', { name: command }))
        .first()
        .waitFor();
      await page.keyboard.press('Enter');
    };
    const frame = page.getByRole('region', { name: 'Loop of Each' });
    const isInside = async () => {
      const [outer, within] = [(await frame.boundingBox())!, (await card(page, 'Alone').boundingBox())!];
      return within.y < outer.y + outer.height && within.x < outer.x + outer.width;
    };
    await run('Move Alone out of the loop of Each');
    await waitFor(async () => (await names()).length === 1, { what: 'the card outside' });
    expect([await names(), await isInside()]).toEqual([['Text'], false]);
    await run('Move Alone into the loop of Each');
    await waitFor(async () => (await names()).length === 2, { what: 'the card inside' });
    expect(await isInside()).toBe(true);
    await page.keyboard.press('ControlOrMeta+z');
    await waitFor(async () => (await names()).length === 1, { what: 'the card outside again' });
    expect(complaints).toEqual([]);
    await leave();
  });
});
