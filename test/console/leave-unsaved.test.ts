import { expect, test } from '@jest/globals';
import { editorSaved } from './canvas-actions.ts';
import * as visits from './editor-visits.ts';
import { describeEditor, failSaves, rename, shownName, storedName } from './editor-visits.ts';

describeEditor('Leaving the editor before its changes are saved', (openEditor) => {
  test('waits for a slow save, by each way out', async () => {
    const { page, context, complaints, id } = await openEditor();
    await visits.testRun(page);
    for (const [name, { out, away, back }] of Object.entries(visits.WAYS)) {
      const draft = `Saved late: ${name}`;
      const saves = await visits.holdSaves(page);
      await rename(page, draft);
      await out(page);
      const question = page.getByRole('dialog', { name: 'Leave without saving?' });
      await question.getByText('The server has not answered').waitFor();
      expect(new URL(page.url()).pathname).toBe(`/workflows/${id}`);
      saves.release();
      await away(page);
      expect(await storedName(context, id)).toBe(draft);
      await back(page, id);
      expect(await shownName(page, id)).toBe(draft);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });

  test('asks when saving failed, by each way out', async () => {
    const { page, context, complaints, id } = await openEditor();
    await visits.testRun(page);
    let stored = 'Draft 0';
    for (const [name, { out, away, back }] of Object.entries(visits.WAYS)) {
      const saves = await failSaves(page);
      await rename(page, `Lost: ${name}`);
      const notice = page.getByRole('alert').filter({ hasText: 'Your changes are not saved' });
      await notice.getByText('The server had an error').waitFor();
      const question = page.getByRole('dialog', { name: 'Leave without saving?' });
      await out(page);
      await question.getByText('The server had an error').waitFor();
      await question.getByRole('button', { name: 'Stay' }).click();
      await question.waitFor({ state: 'detached' });
      expect([await shownName(page, id), await storedName(context, id)]).toEqual([`Lost: ${name}`, stored]);

      await out(page);
      await question.getByRole('button', { name: 'Leave without saving' }).click();
      await away(page);
      await saves.end();
      await back(page, id);
      expect([await shownName(page, id), await storedName(context, id)]).toEqual([stored, stored]);
      stored = `Stored: ${name}`;
      await rename(page, stored);
      await editorSaved(page);
      expect(await storedName(context, id)).toBe(stored);
      if (name === visits.BY_SESSION) await visits.testRun(page);
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
