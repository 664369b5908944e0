import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { card } from './canvas-actions.ts';
import { makeWorkflow, post } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('A trigger that polls', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('shows why its last poll failed, and when the next one is', async () => {
    const { page, context, complaints, leave } = await app.open();
    const [id, outputId] = [randomUUID(), randomUUID()];
    const definition = {
      components: [
        // Workflows may not call this address.
        {
          id,
          type: 'feed',
          name: 'News',
          output: 'entry',
          config: { url: 'http://127.0.0.1:9/', everySeconds: 3_600 },
        },
        { id: outputId, type: 'output', config: { value: '{{ entry.title }}' } },
      ],
      connections: [{ from: id, port: 'next', to: outputId }],
    };
    const workflow = await makeWorkflow(context, 'News', { definition, inputId: id });
    await page.goto(`/workflows/${workflow.id}`);
    await card(page, 'News').click();
    const polls = page.getByRole('region', { name: 'Last poll' });
    await polls.getByText(/^Failed .*: .*127\.0\.0\.1/).waitFor();
    await polls.getByText(/^Next poll in (1 h 0|59) min.*; publishing again polls immediately\.$/).waitFor();

    // Simulates some hours of failures.
    const database = new Client({ connectionString: app.system.databaseUrl });
    await database.connect();
    await database.query('UPDATE polls SET failures = 4 WHERE workflow_id = $1', [workflow.id]);
    await database.end();
    await polls.getByText(/^4 polls in a row failed, so the next one waits longer\. Next poll in/).waitFor();
    expect(await seriousProblems(page, 'polls')).toEqual([]);

    await post(context, `/v1/workflows/${workflow.id}/pause`);
    await polls.getByText('Polling is paused.').waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});
