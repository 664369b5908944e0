import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Definition } from '@workflow/workflow-model';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { makeWorkflow } from './console-data.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "run"</script></svg>');
/** The default of MAX_FILE_BYTES. */
const LIMIT = 10 * 1_024 * 1_024;

const IDS = [randomUUID(), randomUUID()] as const;
const definition: Definition = {
  components: [
    {
      id: IDS[0],
      type: 'input',
      name: 'Start',
      config: {
        placeholders: [
          { key: 'scan', type: 'FILE' },
          { key: 'papers', type: 'LIST', items: 'FILE' },
        ],
      },
    },
    { id: IDS[1], type: 'output', name: 'Answer', config: { value: { scan: '{{ scan }}', papers: '{{ papers }}' } } },
  ],
  connections: [{ from: IDS[0], port: 'next', to: IDS[1] }],
};

describeInBrowser('Files', () => {
  let app: ConsoleSystem;
  beforeAll(async () => {
    app = await startConsole();
  });
  afterAll(() => app?.stop());

  test('a run takes files by choice and by drop, and its session shows and saves them', async () => {
    const { page, context, complaints, leave } = await app.open();
    const { id } = await makeWorkflow(context, 'Reads files', { definition, inputId: IDS[0] });
    await page.goto(`/workflows/${id}`);
    await page.getByRole('button', { name: 'Test run' }).click();
    const dialog = page.getByRole('dialog');
    const scan = dialog.getByRole('group', { name: 'scan' });

    // A file that is too large is refused with the service's message, and another one can be chosen.
    const large = { name: 'large.bin', mimeType: 'application/octet-stream', buffer: Buffer.alloc(LIMIT + 1) };
    await scan.getByLabel('File for scan').setInputFiles(large);
    await scan.getByRole('alert').getByText(`A file has at most ${LIMIT} bytes`).waitFor();
    await scan.getByLabel('File for scan').setInputFiles({ name: 'wrong.txt', mimeType: '', buffer: Buffer.from('x') });
    await scan.getByRole('link', { name: 'wrong.txt' }).waitFor();
    await scan.getByRole('button', { name: 'Remove scan' }).click();
    await scan.getByRole('button', { name: 'Choose a file for scan' }).waitFor();
    await scan.getByLabel('File for scan').setInputFiles({ name: 'scän "1".png', mimeType: 'image/png', buffer: PNG });
    await scan.getByRole('link', { name: 'scän "1".png' }).waitFor();
    expect(await scan.getByText('image/png, 70 bytes').isVisible()).toBe(true);

    await dialog.getByRole('button', { name: 'Add item to papers' }).click();
    const paper = dialog.getByRole('group', { name: 'papers[0]' });
    const dropped = await page.evaluateHandle((text) => {
      const data = new DataTransfer();
      data.items.add(new File([text], 'drawing.svg', { type: 'image/svg+xml' }));
      return data;
    }, SVG.toString());
    await paper.dispatchEvent('drop', { dataTransfer: dropped });
    await paper.getByRole('link', { name: 'drawing.svg' }).waitFor();
    expect(await seriousProblems(page, 'files of a run')).toEqual([]);
    await dialog.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('status', { name: 'Test run' }).getByText('Succeeded').waitFor();

    const answer = await context.request.get(`/v1/sessions?workflowId=${id}`);
    const { items } = (await answer.json()) as { items: { id: string }[] };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`/sessions/${items[0]!.id}`);
    const values = page.getByRole('group', { name: 'Placeholder values' });
    const link = values.getByRole('link', { name: 'scän "1".png' });
    await link.waitFor();
    const picture = values.locator('img');
    // The only picture is that of the PNG, which has loaded. An SVG is not shown as a picture.
    expect(await picture.count()).toBe(1);
    await picture.evaluate((image: HTMLImageElement) => image.decode());
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    expect(await values.getByText('image/svg+xml').count()).toBe(1);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('scän "1".png'.replaceAll('"', '_'));
    const saved = await buffer(await download.createReadStream());
    const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    expect(sha256(saved)).toBe(sha256(PNG));
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(overflow).toBe(false);
    expect(await seriousProblems(page, 'files of a session')).toEqual([]);
    expect(complaints.filter((complaint) => !complaint.includes('413'))).toEqual([]);
    await leave();
  });
});
