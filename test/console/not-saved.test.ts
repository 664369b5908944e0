import { expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { seriousProblems } from './accessibility.ts';
import { editorSaved } from './canvas-actions.ts';
import { describeEditor, failSaves, questionBeforeReload, rename, shownName, storedName } from './editor-visits.ts';

describeEditor('A draft that is not saved', (openEditor) => {
  test('shows why, and is saved by Try again', async () => {
    const { page, context, id } = await openEditor();
    const saves = await failSaves(page, 503);
    await rename(page, 'Renamed');
    const notice = page.getByRole('alert').filter({ hasText: 'Your changes are not saved' });
    await notice.getByText('tries again every 4 seconds').waitFor();
    await notice.getByText('an-error-id').waitFor();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Sessions' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    expect(await seriousProblems(page, 'the question')).toEqual([]);
    await question.getByRole('button', { name: 'Stay' }).click();
    await question.waitFor({ state: 'detached' });
    expect(await seriousProblems(page, 'the notice')).toEqual([]);
    // The page's own next try stays away, so that the button saves.
    // A second ahead, because a busy machine may need some time until it pauses.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1_000);
    await notice.and(page.locator(':not(:has([data-loading]))')).waitFor();
    await saves.end();
    await notice.getByRole('button', { name: 'Try again' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.clock.resume();
    expect(await storedName(context, id)).toBe('Renamed');

    await context.setOffline(true);
    await rename(page, 'Offline');
    await notice.getByText('The server could not be reached').waitFor();
    await context.setOffline(false);
    await page.clock.fastForward(5_000);
    await notice.waitFor({ state: 'detached' });
    expect(await storedName(context, id)).toBe('Offline');
    await context.close();
  });

  test('the browser asks before a reload while changes are not saved', async () => {
    const { page, context, id } = await openEditor();
    const saves = await failSaves(page);
    await rename(page, 'Not yet');
    expect(await questionBeforeReload(page)).toBe('beforeunload');
    expect(await shownName(page, id)).toBe('Not yet');
    await saves.end();
    await page.keyboard.press('Control+s');
    await editorSaved(page);
    await page.reload();
    expect(await shownName(page, id)).toBe('Not yet');
    await context.close();
  });

  test('a newer draft of a second tab or of an API client is a conflict, also before anything is typed', async () => {
    const { page, context, id } = await openEditor();
    const tab = await context.newPage();
    await tab.goto(`/workflows/${id}`);
    await rename(tab, 'By the second tab');
    await editorSaved(tab);
    await rename(page, 'By the first tab');
    const conflict = page.getByRole('alert').filter({ hasText: 'A newer version was saved elsewhere' });
    await conflict.getByText('Your last changes are not saved').waitFor();
    expect(await storedName(context, id)).toBe('By the second tab');
    await conflict.getByRole('button', { name: 'Load it' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect(await shownName(page, id)).toBe('By the second tab');
    await page.getByRole('button', { name: 'Undo (Ctrl Z)' }).click();
    await editorSaved(page);
    await waitFor(async () => (await storedName(context, id)) === 'By the first tab', { what: 'the draft undone to' });
    await tab.close();

    const answer = await context.request.get(`/v1/workflows/${id}`);
    const { description, components, connections } = (await answer.json()) as Record<string, unknown>;
    const saved = await context.request.put(`/v1/workflows/${id}`, {
      data: { name: 'By an API client', description, components, connections },
      headers: { origin: new URL(page.url()).origin, 'if-match': answer.headers()['etag'] ?? '' },
    });
    expect(saved.status()).toBe(200);
    await page.clock.fastForward(20_000);
    await conflict.getByText('You are looking at an older version').waitFor();
    expect(await seriousProblems(page, 'a conflict')).toEqual([]);
    await conflict.getByRole('button', { name: 'Keep mine' }).click();
    await conflict.waitFor({ state: 'detached' });
    await waitFor(async () => (await storedName(context, id)) === 'By the first tab', { what: 'our draft' });
    await context.close();
  });
});
