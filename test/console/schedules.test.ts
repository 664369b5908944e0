import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card, editorSaved } from './canvas-actions.ts';
import { makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const PHONE = { width: 390, height: 844 };

describeInBrowser('Schedules', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  function scheduled(context: BrowserContext, name: string, publish = true, more: object = {}) {
    const [id, outputId] = [randomUUID(), randomUUID()];
    const definition = {
      components: [
        {
          id,
          type: 'schedule',
          name: 'New Year',
          output: 'scheduledFor',
          config: { cron: '0 9 1 1 *', timeZone: 'Europe/Berlin', ...more },
        },
        { id: outputId, type: 'output', config: { value: '{{ scheduledFor }}' } },
      ],
      connections: [{ from: id, port: 'next', to: outputId }],
    };
    return makeWorkflow(context, name, { definition, inputId: id }, publish);
  }

  test('the page shows what to do while there is none', async () => {
    const { page, complaints, leave } = await app.open({ path: '/' });
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Schedules' }).click();
    await page.getByRole('heading', { name: 'No schedules yet' }).waitFor();
    expect(await seriousProblems(page, 'no schedules')).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('the editor asks whether a pattern or an interval is wanted', async () => {
    const { page, context, leave } = await app.open();
    const { id } = await scheduled(context, 'Both', false, { everySeconds: 60 });
    await page.goto(`/workflows/${id}`);
    await card(page, 'New Year').click({ position: { x: 20, y: 20 } });
    await page.getByText('Both a cron pattern and an interval are set').waitFor();
    await page.getByRole('button', { name: 'Use the interval' }).click();
    await page.getByText('Every minute', { exact: true }).waitFor();
    expect(await page.getByRole('textbox', { name: 'Cron pattern' }).inputValue()).toBe('');
    await leave();
  });

  test('the page lists what is published, runs it immediately, pauses and resumes it', async () => {
    const { page, context, complaints, leave } = await app.open();
    await scheduled(context, 'Good wishes');
    await page.goto('/schedules');
    const row = page.getByRole('row').filter({ hasText: 'Good wishes' });
    await row.getByText('New Year: At 09:00, on day 1 of the month, only in January, in Europe/Berlin').waitFor();
    await row.getByRole('cell', { name: /^\w+, 1 Jan \d{4}, 09:00:00/ }).waitFor();
    expect(await seriousProblems(page, 'schedules')).toEqual([]);
    await row.getByRole('button', { name: 'Pause Good wishes' }).click();
    await page.getByRole('button', { name: 'Pause workflow' }).click();
    await row.getByRole('cell', { name: 'Paused', exact: true }).waitFor();
    await row.getByRole('button', { name: 'Resume Good wishes' }).click();
    await row.getByRole('button', { name: 'Pause Good wishes' }).waitFor();
    await row.getByRole('button', { name: 'Run now: Good wishes' }).click();
    await page.locator('header [data-status="SUCCEEDED"]').waitFor();

    await page.setViewportSize(PHONE);
    await page.goto('/schedules');
    await row.getByText(/^Next: .*1 Jan/).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('the form shows a pattern in words and its next due times while it is typed', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await scheduled(context, 'Typed', false);
    await page.goto(`/workflows/${id}`);
    await page.locator('.react-flow__node', { hasText: 'New Year' }).click();
    const due = page.getByRole('region', { name: 'Due times' });
    await due.getByText('only in January').waitFor();
    const usual = page.getByLabel('Usual schedules');
    await usual.selectOption('Every 5 minutes');
    await due.getByText('Every 5 minutes', { exact: true }).last().waitFor();
    await usual.selectOption('Monday to Friday at 09:00');
    await due.getByText('At 09:00, Monday through Friday, in Europe/Berlin').waitFor();
    expect(await page.getByLabel('Cron pattern').inputValue()).toBe('0 9 * * 1-5');
    await page.getByLabel('Cron pattern').fill('*/20 * * * *');
    await due.getByText('Every 20 minutes, in Europe/Berlin').waitFor();
    await expect(due.getByRole('listitem').count()).resolves.toBe(5);
    const zone = page.getByRole('combobox', { name: 'Time zone' });
    expect(await zone.inputValue()).toBe('Europe/Berlin');
    await zone.fill('tokyo');
    await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
    await due.getByText('Every 20 minutes, in Asia/Tokyo').waitFor();
    await page.getByLabel('Cron pattern').fill('0 0 30 2 *');
    await due.getByText('to see the next due times').waitFor();
    expect(await seriousProblems(page, 'a schedule')).toEqual([]);
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a new one follows the clock of whoever adds it', async () => {
    const { page, context, complaints } = await app.open();
    const missing: string[] = [];
    page.on('response', (response) => {
      if (response.status() === 404) missing.push(response.url());
    });
    const devtools = await context.newCDPSession(page);
    await devtools.send('Emulation.setTimezoneOverride', { timezoneId: 'America/Lima' });
    const { id } = await makeWorkflow(context, 'Added here', undefined, false);
    await page.goto(`/workflows/${id}`);
    await page.locator('.react-flow__node').first().waitFor();
    await page.getByLabel('Search components').fill('schedule');
    await page.getByLabel('Search components').press('Enter');
    await page.getByRole('region', { name: 'Due times' }).getByText('At 09:00, in America/Lima').waitFor();
    expect(await page.getByRole('combobox', { name: 'Time zone' }).inputValue()).toBe('America/Lima');
    await editorSaved(page);
    expect(missing).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
