import { expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { ADMIN } from './console-system.ts';
import { describeEditor, questionBeforeReload, rename, shownName, storedName } from './editor-visits.ts';

describeEditor('An open editor', (openEditor) => {
  test('has the changes of an author who was signed out meanwhile, and saves them after the sign-in', async () => {
    const { page, context, complaints, id } = await openEditor();
    // While the clock is paused, nothing is saved.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
    await rename(page, 'Typed while signed out');
    await context.clearCookies();
    await page.clock.resume();
    await page.clock.fastForward(60_000);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    // The changes are only in this tab.
    expect(await questionBeforeReload(page)).toBe('beforeunload');

    await page.getByLabel('E-mail').fill(ADMIN.email);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect(await shownName(page, id)).toBe('Typed while signed out');
    await page.clock.fastForward(5_000);
    await waitFor(async () => (await storedName(context, id)) === 'Typed while signed out', { what: 'the save' });
    await page.reload();
    expect(await shownName(page, id)).toBe('Typed while signed out');
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('stays open while its workflow cannot be read', async () => {
    const { page, context, complaints, id } = await openEditor();
    let refused = 0;
    await page.route(`**/v1/workflows/${id}`, async (route) => {
      if (route.request().method() !== 'GET') return route.fallback();
      refused += 1;
      return route.fulfill({ status: 503, json: { httpStatus: 503, errorId: 'an-error-id', message: 'Unavailable' } });
    });
    // A read is tried three times. The fourth request belongs to the next read.
    await waitFor(
      async () => {
        await page.clock.fastForward(15_000);
        return refused > 3;
      },
      { what: 'a read that failed' },
    );
    await rename(page, 'Typed meanwhile');
    await waitFor(async () => (await storedName(context, id)) === 'Typed meanwhile', { what: 'the save' });
    expect(complaints).toEqual([]);
    await context.close();
  });
});
