import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Definition, JsonObject } from '@workflow/workflow-model';
import type { BrowserContext, Page } from 'playwright-core';
import { describeInBrowser } from './browser.ts';
import { makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const LONG = '12345678901234567890';

describeInBrowser('Numbers with many digits in a test run', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  /** Opens the dialog of a test run for a workflow of a trigger and an output of the value. */
  async function openTestRun(trigger: { type: string; output?: string; config: JsonObject }, value: string) {
    const { page, context } = await app.open();
    const [inputId, outputId] = [randomUUID() as string, randomUUID() as string];
    const definition: Definition = {
      components: [
        { id: inputId, ...trigger },
        { id: outputId, type: 'output', config: { value } },
      ],
      connections: [{ from: inputId, port: 'next', to: outputId }],
    };
    const { id } = await makeWorkflow(context, 'Digits', { definition, inputId }, false);
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Test run' }).click();
    return { page, context, id };
  }
  const pressRun = (page: Page) => page.getByRole('button', { name: 'Run', exact: true }).click();
  const finished = (page: Page) => page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();
  async function outputOf(context: BrowserContext, workflowId: string): Promise<unknown> {
    const answer = await context.request.get(`/v1/sessions?workflowId=${workflowId}`);
    const { items } = (await answer.json()) as { items: { output: unknown }[] };
    return items[0]?.output;
  }

  test('a NUMBER that would be rounded is refused with a message; one that ends in zeros is accepted', async () => {
    const number = { type: 'input', config: { placeholders: [{ key: 'amount', type: 'NUMBER' }] } };
    const { page, context, id } = await openTestRun(number, '{{ amount }}');
    const amount = page.getByLabel('amount', { exact: true });
    const tooLong = page.getByText('Too many digits for an exact number');

    await amount.pressSequentially(LONG);
    await tooLong.waitFor();
    await pressRun(page);
    await page.getByText('placeholderValues.amount must be a number that a double holds exactly').waitFor();

    await amount.fill('');
    await amount.pressSequentially('1.50');
    await tooLong.waitFor({ state: 'detached' });
    expect(await amount.inputValue()).toBe('1.50');
    await amount.blur();
    expect(await amount.inputValue()).toBe('1.5');
    await pressRun(page);
    await finished(page);
    expect(await outputOf(context, id)).toBe(1.5);
    await context.close();
  });

  test('JSON with such an integer names it, and takes it in quotes', async () => {
    const json = { type: 'input', config: { placeholders: [{ key: 'any', type: 'JSON' }] } };
    const { page, context, id } = await openTestRun(json, '{{ any }}');
    const any = page.getByLabel('any', { exact: true });
    await any.fill(`{"id": ${LONG}}`);
    await page.getByText(`${LONG} has too many digits for an exact number`).waitFor();
    await any.fill(`{"id": "${LONG}"}`);
    await page.getByText('too many digits').waitFor({ state: 'detached' });
    await pressRun(page);
    await finished(page);
    expect(await outputOf(context, id)).toEqual({ id: LONG });
    await context.close();
  });

  test("the body of a webhook's request keeps its digits", async () => {
    const { page, context, id } = await openTestRun(
      { type: 'webhook', output: 'request', config: {} },
      '{{ request }}',
    );
    await page.getByLabel('Body', { exact: true }).fill(`{"id": ${LONG}}`);
    await pressRun(page);
    await finished(page);
    expect(await outputOf(context, id)).toContain(`"body":{"id":${LONG}}`);
    await context.close();
  });
});
