import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { chain, makeWorkflow, post, startRun } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const FAILING = {
  type: 'transform',
  name: 'Divide',
  output: 'quotient',
  config: { expression: '$error("the divisor is zero")', type: 'NUMBER' },
};
const WAITING = { type: 'delay', name: 'Wait long', config: { seconds: 3600 } };

describeInBrowser('Sessions in the console', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('the list shows sessions as they start and end, and filters them', async () => {
    const { page, context, complaints, leave } = await app.open({ path: '/sessions' });
    await page.getByText('No sessions yet').waitFor();
    const good = await makeWorkflow(context, 'Good one');
    const bad = await makeWorkflow(context, 'Bad one', chain(FAILING));
    await startRun(context, good, 'Ada of Paris');
    await page.getByRole('row').filter({ hasText: 'Good one' }).getByText('Succeeded').waitFor();
    await startRun(context, bad, 'Bob of Oslo');
    await page.getByRole('row').filter({ hasText: 'Bad one' }).getByText('the divisor is zero').waitFor();

    await page.getByRole('combobox', { name: 'Status' }).click();
    await page.getByRole('option', { name: 'Failed' }).click();
    await page.getByRole('row').filter({ hasText: 'Good one' }).waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: 'Bad one' }).waitFor();
    expect(new URL(page.url()).searchParams.get('status')).toBe('FAILED');
    await page.goto('/sessions');
    await page.getByRole('row').filter({ hasText: 'Good one' }).waitFor();
    for (const [text, found, other] of [
      ['DIVISOR is', 'Bad one', 'Good one'],
      ['good', 'Good one', 'Bad one'],
      ['oslo', 'Bad one', 'Good one'],
      ['name: Ada of Paris', 'Good one', 'Bad one'],
    ] as const) {
      await page.getByLabel('Search sessions').fill(text);
      await page.waitForURL((url) => url.searchParams.get('text') === text);
      await page.getByRole('row').filter({ hasText: other }).waitFor({ state: 'detached' });
      await page.getByRole('row').filter({ hasText: found }).waitFor();
    }
    // The field shows the words of a search from the command menu.
    await page.keyboard.press('Control+k');
    await page.getByLabel('Find anything').fill('words of a log line');
    await page.keyboard.press('Enter');
    await page.getByText('No sessions match').waitFor();
    await waitFor(async () => (await page.getByLabel('Search sessions').inputValue()) === 'words of a log line', {
      what: 'the words in the search field',
    });
    await page.goto('/sessions?time=custom&until=2020-01-01T00:00:00Z');
    // A date and its time are completely visible.
    expect((await page.getByLabel('Until').boundingBox())?.width).toBeGreaterThan(230);
    await page.getByText('No sessions match').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a session that starts and ends while the list is being read is shown', async () => {
    const { page, context, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Quick one');
    const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let reads = 0;
    await page.route(
      ({ pathname }) => pathname === '/v1/sessions',
      async (route) => {
        const response = await route.fetch();
        reads += 1;
        if (reads > 1) {
          asked.resolve();
          await released.promise;
        }
        // The page may have sent another request instead.
        await route.fulfill({ response }).catch(() => undefined);
      },
    );
    const streaming = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/v1/sessions/events');
    await page.goto(`/sessions?workflowId=${workflow.id}`);
    await Promise.all([streaming, asked.promise]);
    const id = await startRun(context, workflow);
    await waitFor(async () => (await (await context.request.get(`/v1/sessions/${id}`)).json()).status === 'SUCCEEDED', {
      what: 'the end of the session',
    });
    await page.evaluate(drawn);
    released.resolve();
    await page.getByRole('row').filter({ hasText: 'Quick one' }).getByText('Succeeded').waitFor();
    await leave();
  });

  test("a failed session's page shows its execution, steps and error ID, and retries it", async () => {
    const { page, context, complaints, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Fails', chain(FAILING));
    const id = await startRun(context, workflow);
    await page.goto(`/sessions/${id}`);
    await page.getByRole('alert').first().getByText('the divisor is zero').waitFor();
    await page.getByText('Error ID').first().waitFor();
    await card(page, 'Start').getByText('Succeeded').waitFor();
    await card(page, 'Divide').getByText('Failed').waitFor();
    // The failed step is open with its input and the error. It has no output.
    await page.getByRole('group', { name: 'Input' }).waitFor();
    expect(await page.getByRole('group', { name: 'Output' }).count()).toBe(0);
    await page.getByRole('button', { name: /Start/ }).filter({ hasText: 'Succeeded' }).click();
    await page.getByRole('group', { name: 'Output' }).first().getByText('"Ada"').waitFor();

    await page.getByRole('button', { name: 'Retry from failed step' }).click();
    await page.getByText('retry 1').waitFor();
    await page.getByText('Run again…').click();
    await page.getByRole('dialog').getByLabel('name', { exact: true }).fill('Grace');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(id));
    await page.getByRole('group', { name: 'Placeholder values' }).getByText('"Grace"').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('steps that were read before their session ended are read again', async () => {
    const { page, context, leave } = await app.open();
    const id = await startRun(context, await makeWorkflow(context, 'Ends while read', chain(FAILING)));
    await page.goto(`/sessions/${id}`);
    await card(page, 'Divide').getByText('Failed').waitFor();
    const firstRun = await (await context.request.get(`/v1/sessions/${id}/steps`)).body();
    // Until the session was read after its second run, its steps are answered as before the retry.
    let sessionWasRead = false;
    await page.route(`**/v1/sessions/${id}/steps`, (route) =>
      sessionWasRead ? route.continue() : route.fulfill({ body: firstRun }),
    );
    await page.route(`**/v1/sessions/${id}`, async (route) => {
      const hasEndedAgain = async () => {
        const read = (await (await context.request.get(`/v1/sessions/${id}`)).json()) as Record<string, unknown>;
        return read['run'] === 2 && read['status'] === 'FAILED';
      };
      await waitFor(hasEndedAgain, { what: 'the end of the second run' });
      sessionWasRead = true;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Retry from failed step' }).click();
    await page.getByText('retry 1').waitFor();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await leave();
  });

  test('the page of a TEST session shows the draft that it ran, even after changes', async () => {
    const { page, context, leave } = await app.open();
    const { definition, inputId } = chain(FAILING);
    const { id: workflowId } = await makeWorkflow(context, 'Goes on', { definition, inputId }, false);
    const id = await startRun(context, { id: workflowId, inputId }, 'Ada', 'TEST');
    const read = await context.request.get(`/v1/workflows/${workflowId}`);
    const draft = { name: 'Goes on', description: '', components: definition.components.slice(0, 1), connections: [] };
    const saved = await context.request.put(`/v1/workflows/${workflowId}`, {
      data: draft,
      headers: { origin: app.baseUrl, 'if-match': read.headers()['etag'] ?? '' },
    });
    expect(saved.status()).toBe(200);
    await page.goto(`/sessions/${id}`);
    await card(page, 'Divide').getByText('Failed').waitFor();
    await card(page, 'Answer').waitFor();
    await leave();
  });

  test('a waiting session is followed live and cancelled', async () => {
    const { page, context, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Waits', chain(WAITING));
    const id = await startRun(context, workflow);
    await page.goto(`/sessions/${id}`);
    await page.getByText('Waiting', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Cancel session' }).click();
    await page.getByText('Cancelled', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Cancel session' }).waitFor({ state: 'detached' });
    await leave();
  });

  test('all sessions that match a filter are cancelled, with progress', async () => {
    const { page, context, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Many', chain(WAITING));
    await Promise.all(Array.from({ length: 12 }, (_, index) => startRun(context, workflow, `person ${index}`)));
    await page.goto(`/sessions?workflowId=${workflow.id}`);
    await page.getByRole('row').nth(12).waitFor();
    await page.getByRole('button', { name: 'Bulk actions' }).click();
    await page.getByRole('menuitem', { name: 'Cancel running sessions…' }).click();
    await page.getByText('12 sessions will change.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel sessions' }).click();
    await page.getByText('12 sessions cancelled.').waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await waitFor(async () => (await page.getByRole('row').filter({ hasText: 'Cancelled' }).count()) === 12, {
      what: 'the cancelled rows',
    });
    await leave();
  });

  test('all failed sessions that match are retried, until the user stops it', async () => {
    const { page, context, leave } = await app.open();
    const workflow = await makeWorkflow(context, 'Fails often', chain(FAILING));
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) => startRun(context, workflow, `person ${index}`)),
    );
    const failedRuns = async (run: number) => {
      const { items } = (await (
        await context.request.get(`/v1/sessions?workflowId=${workflow.id}&status=FAILED&limit=200`)
      ).json()) as { items: { run: number }[] };
      return items.filter((session) => session.run === run).length;
    };
    await waitFor(async () => (await failedRuns(1)) === ids.length, { what: 'the failures' });
    await page.goto(`/sessions?workflowId=${workflow.id}`);
    const retries = (await retryAll(page)).getByText(`${ids.length} sessions retried.`);
    await retries.waitFor();
    await page.getByRole('button', { name: 'Close', exact: true }).click();
    await waitFor(async () => (await failedRuns(2)) === ids.length, { what: 'the second runs' });

    // The page gets no answer about the operation until the user stops it.
    await page.route('**/v1/operations/*', () => undefined);
    await retryAll(page);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await page.getByText(/\d+ sessions? retried\./).waitFor();
    await leave();

    async function retryAll(on: typeof page) {
      await on.getByRole('button', { name: 'Bulk actions' }).click();
      await on.getByRole('menuitem', { name: 'Retry failed sessions from the start…' }).click();
      const dialog = on.getByRole('dialog', { name: 'Retry from start' });
      await dialog.getByText(`${ids.length} sessions will change.`).waitFor();
      await dialog.getByRole('button', { name: 'Retry sessions' }).click();
      return dialog;
    }
  });

  test('the overview counts ended and failed sessions, and refreshes itself', async () => {
    const { page, context, complaints, leave } = await app.open({
      path: '/sessions',
      viewport: { width: 1280, height: 800 },
    });
    await page.getByRole('heading', { name: 'Sessions', level: 1 }).waitFor();
    const workflow = await makeWorkflow(context, 'Counted', chain(FAILING));
    await startRun(context, workflow);

    // Until the failures are known, the page does not show that there are none.
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/v1/performance?*', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await page.goto('/');
    await page.getByText('Running', { exact: true }).first().waitFor();
    await page.getByText('Loading…').first().waitFor();
    expect(await page.getByText('No failures.').count()).toBe(0);
    answer();

    // None of the six figures is alone in its row.
    const labels = ['Running', 'Queued', 'Waiting', 'Succeeded, last hour', 'Median wait to start'];
    const boxes = await Promise.all(
      [...labels, 'Median run time'].map((label) => page.getByText(label, { exact: true }).first().boundingBox()),
    );
    const rows = Map.groupBy(boxes, (box) => Math.round(box?.y ?? 0));
    expect([...rows.values()].map(({ length }) => length)).toEqual([3, 3]);
    const running = page.getByRole('link').filter({ hasText: /^Running/ });
    expect(await running.getAttribute('href')).toBe('/sessions?mode=PROD&status=RUNNING');
    await page.getByRole('row').filter({ hasText: 'Counted' }).getByText('the divisor is zero').waitFor();
    await page.locator('figure canvas').first().waitFor();
    await page.getByText('Last day', { exact: true }).click();
    await page.getByText('Sessions per half hour').waitFor();
    await page.getByText('Succeeded, last day').waitFor();
    await page
      .getByRole('cell', { name: /^\d+ of \d+$/ })
      .first()
      .waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });

  test('a session of another organization is not found', async () => {
    const { page, context, leave } = await app.open();
    const { apiKey } = await app.system.createOrganization('Others');
    const { definition, inputId } = chain();
    const others = app.system.apiFor({ id: '', slug: '', apiKey });
    const workflowId = await others.publish('Theirs', definition);
    const { body } = await others.run(workflowId, inputId, { name: 'Ada' });
    await page.goto(`/sessions/${String(body['sessionId'])}`);
    await page.getByText('Session not found').waitFor();
    expect((await post(context, `/v1/sessions/${String(body['sessionId'])}/cancel`)).status()).toBe(404);
    await leave();
  });
});

/** Resolves when the page has drawn the sessions that it was notified of. It runs in the page. */
function drawn(): Promise<void> {
  // Ingress checks for changes, and the page collects them, every quarter of a second.
  const longEnoughMs = 1_500;
  return new Promise((resolve) => setTimeout(resolve, longEnoughMs));
}
