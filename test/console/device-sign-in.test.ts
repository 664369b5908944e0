import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { waitFor } from '@workflow/test-harness';
import { openCliLab, type CliLab } from '../cli/cli-lab.ts';
import { seriousProblems } from './accessibility.ts';
import { describeInBrowser } from './browser.ts';
import { startConsole, type ConsoleSystem } from './console-system.ts';

describeInBrowser('Signing in a program', () => {
  let app: ConsoleSystem;
  let lab: CliLab;
  beforeAll(async () => {
    app = await startConsole();
    lab = openCliLab();
  });
  afterAll(() => {
    lab?.remove();
    return app?.stop();
  });

  test('the command line shows a code, an admin confirms it, and it gets a separate key', async () => {
    const alone = await lab.run(['login', '--url', app.baseUrl]);
    expect(alone).toMatchObject({ code: 2, stderr: expect.stringContaining('--browser') });

    const login = lab.start(['login', '--url', app.baseUrl, '--browser', '--name', 'My terminal']);
    const code = await waitFor(() => /code ([A-Z-]{9})/.exec(login.lines.join('\n'))?.[1] ?? false);
    const { page, complaints, leave } = await app.open({ path: '/device' });
    await page.getByLabel('Code').fill(code.toLowerCase());
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Connect the command line?' }).waitFor();
    expect(await page.getByLabel('Name of its key').inputValue()).toBe('My terminal');
    expect(await seriousProblems(page, 'device')).toEqual([]);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await page.getByRole('heading', { name: 'Signed in' }).waitFor();
    expect(complaints).toEqual([]);
    await leave();

    await waitFor(() => login.lines.some((line) => line.startsWith('Signed in to')));
    const caller = await lab.json(['whoami']);
    expect(caller).toMatchObject({ keyName: 'My terminal', keyFrom: 'profile default', scopes: ['run', 'read'] });
    const profiles = join(lab.env['XDG_CONFIG_HOME'] ?? '', 'workflow/profiles.json');
    expect(statSync(profiles).mode & 0o777).toBe(0o600);
    const key: string = JSON.parse(readFileSync(profiles, 'utf8')).profiles.default.key;
    expect(await lab.json(['logout'])).toEqual({ profile: 'default', ended: true });
    const refused = await fetch(`${app.baseUrl}/v1/caller`, { headers: { 'x-api-key': key } });
    expect(refused.status).toBe(403);
    expect((await lab.run(['whoami'])).code).toBe(3);
  });
});
