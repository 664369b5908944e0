import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { chain, makeWorkflow, post, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const SESSIONS = 200;
const AT_ONCE = 20;

describeInBrowser('The page of failures', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('shows what fails in groups; a fixed group is retried on the new version and gone', async () => {
    const { page, context, complaints, leave } = await app.open({ path: '/failures' });
    await page.getByText('No failures').waitFor();
    const order = (expression: string) =>
      chain({ type: 'transform', name: 'Total', output: 'total', config: { expression, type: 'NUMBER' } });
    const broken = order('$error("order " & $length(name) & " has no total")');
    const workflow = await makeWorkflow(context, 'Orders', broken);
    for (let first = 0; first < SESSIONS; first += AT_ONCE)
      await Promise.all(
        Array.from({ length: AT_ONCE }, (_, more) => startRun(context, workflow, 'x'.repeat(10 + first + more))),
      );
    await waitFor(
      async () => {
        const answer = await context.request.get('/v1/failures');
        const { items } = (await answer.json()) as { items: { count: number }[] };
        return items.length === 1 && items[0]!.count === SESSIONS;
      },
      { what: 'one group of all failures' },
    );
    await page.reload();
    const row = page.getByRole('row').filter({ hasText: 'Orders' });
    await row.getByText(String(SESSIONS), { exact: true }).waitFor();
    await row.getByText('order … has no total').first().waitFor();
    expect(await seriousProblems(page, 'the page of failures')).toEqual([]);

    const draft = await context.request.get(`/v1/workflows/${workflow.id}`);
    const { name, description, ...definition } = (await draft.json()) as {
      name: string;
      description: string;
      components: { name: string; config: { expression: string } }[];
      connections: unknown;
    };
    const { components, connections } = definition;
    components.find((component) => component.name === 'Total')!.config.expression = '1';
    const saved = await context.request.put(`/v1/workflows/${workflow.id}`, {
      data: { name, description, components, connections },
      headers: { 'if-match': draft.headers()['etag']!, origin: new URL(page.url()).origin },
    });
    expect(saved.status()).toBe(200);
    expect((await post(context, `/v1/workflows/${workflow.id}/publish`)).status()).toBe(201);
    await row.getByRole('button', { name: /^Retry sessions that failed with/ }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Retry/ }).click();
    await waitFor(
      async () =>
        ((await (await context.request.get('/v1/failures')).json()) as { items: unknown[] }).items.length === 0,
      { what: 'the group to be gone' },
    );
    await page.reload();
    await page.getByText('No failures').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});
