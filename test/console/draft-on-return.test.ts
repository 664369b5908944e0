import { expect, test } from '@jest/globals';
import { editorSaved } from './canvas-actions.ts';
import { BY_SESSION, describeEditor, rename, shownName, storedName, testRun, WAYS } from './editor-visits.ts';

const SECONDS = [0, 1, 5, 20];

describeEditor('The draft after the editor was left', (openEditor) => {
  test('is shown as it was saved, after each way out and back and each time', async () => {
    const { page, context, complaints, id } = await openEditor();
    const shown: Record<string, string> = {};
    const saved: Record<string, string> = {};
    for (const [name, { out, away, back }] of Object.entries(WAYS))
      for (const seconds of SECONDS) {
        if (name === BY_SESSION) await testRun(page);
        const draft = `Draft left by ${name} for ${seconds} s`;
        await rename(page, draft);
        await editorSaved(page);
        saved[draft] = await storedName(context, id);
        await out(page);
        await away(page);
        await page.clock.fastForward(seconds * 1_000);
        await back(page, id);
        shown[draft] = await shownName(page, id);
      }
    const right = Object.fromEntries(Object.keys(shown).map((draft) => [draft, draft]));
    expect([saved, shown]).toEqual([right, right]);
    expect(Object.keys(shown)).toHaveLength(SECONDS.length * Object.keys(WAYS).length);
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('is shown as it was saved after a reload, and in a second tab', async () => {
    const { page, context, id } = await openEditor();
    for (const seconds of SECONDS) {
      const draft = `Draft after ${seconds} s`;
      await rename(page, draft);
      await editorSaved(page);
      await page.clock.fastForward(seconds * 1_000);
      const tab = await context.newPage();
      await tab.goto(`/workflows/${id}`);
      expect(await shownName(tab, id)).toBe(draft);
      await tab.close();
      await page.reload();
      expect(await shownName(page, id)).toBe(draft);
    }
    await context.close();
  });
});
