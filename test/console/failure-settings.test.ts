import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeInBrowser } from './browser.ts';
import { inviteMember, MEMBER } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('What starts when any workflow fails', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
    await inviteMember(app);
  });
  afterAll(() => app?.stop());

  test('an admin chooses it, sees when it is not published, and a member only reads', async () => {
    const { page, context, complaints, leave } = await app.open({ path: '/settings/failures' });
    const headers = { origin: app.baseUrl };
    await page.getByText('No published workflow begins with On workflow failure yet').waitFor();
    const error = { id: randomUUID(), type: 'error', name: 'Failure', output: 'failure', config: {} };
    const output = { id: randomUUID(), type: 'output', name: 'Output', config: { value: '{{ failure.id }}' } };
    const data = {
      name: 'Inform us',
      components: [error, output],
      connections: [{ from: error.id, port: 'next', to: output.id }],
    };
    const made = await context.request.post('/v1/workflows', { data, headers });
    const { id } = (await made.json()) as { id: string };
    await context.request.post(`/v1/workflows/${id}/publish`, { headers });
    await page.reload();
    await page.getByLabel('Start', { exact: true }).selectOption({ label: 'Inform us' });
    await page.getByRole('link', { name: 'Open workflow' }).waitFor();
    await page.reload();
    await page.getByRole('link', { name: 'Open workflow' }).waitFor();
    expect(await page.getByLabel('Start', { exact: true }).inputValue()).toBe(id);

    await context.request.post(`/v1/workflows/${id}/unpublish`, { headers });
    await page.reload();
    await page.getByText('The chosen workflow is not published').waitFor();
    const member = await app.open({ as: MEMBER, path: '/settings/failures' });
    await member.page.getByText('Only admins can change this').waitFor();
    expect(await member.page.getByLabel('Start', { exact: true }).isDisabled()).toBe(true);
    await member.leave();

    await page.getByLabel('Start', { exact: true }).selectOption({ label: 'Nothing' });
    await page.getByText('No published workflow begins with On workflow failure yet').waitFor();
    await page.getByRole('tab', { name: 'Audit log' }).click();
    await page.getByText('Failure handler chosen').first().waitFor();
    expect(complaints).toEqual([]);
    await leave();
  });
});
