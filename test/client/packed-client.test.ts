import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { chain, input, output } from '../contract/contract-system.ts';
import { useContractSystem } from '../contract/use-contract-system.ts';
import { connectToBrowser, describeInBrowser } from '../console/browser.ts';
import { installPacked, nodePrograms, run, type PackedFolder } from './install-packed.ts';

const runFile = promisify(execFile);
const PACKAGE = 'node_modules/@workflow/client';

const system = useContractSystem();
let folder: PackedFolder;
let greetingId: string;

beforeAll(async () => {
  greetingId = await system.api.publish(
    'Greeting',
    chain(
      input({ key: 'name', type: 'TEXT' }, { key: 'loud', type: 'BOOLEAN', optional: true }),
      output('Hello {{ name }}'),
    ),
  );
  // The installation takes longer than a connection stays open, so it is done before the first request.
  folder = await installPacked('client', 'cli');
});
afterAll(() => folder?.remove());

const PROGRAM = `
import { createClient, unwrap } from '@workflow/client';
const client = createClient({ baseUrl: process.env.WORKFLOW_URL, apiKey: process.env.WORKFLOW_API_KEY });
const { sessionId } = await client.run('Greeting', { name: 'Ada' });
for await (const event of client.sessions.events(sessionId)) if (event.type === 'session') var last = event.session;
const runs = Array.from({ length: 50 }, (_, n) => ({ workflow: 'Greeting', values: { name: String(n) } }));
const ids = new Set();
for await (const result of client.batch(runs)) ids.add(result.sessionId);
const file = await client.files.upload(new Blob(['hello']), { name: 'a.txt' });
const bytes = await client.files.download(file.fileId);
console.log(JSON.stringify({
  greeting: unwrap(await client.runAndWait('Greeting', { name: 'Grace' })),
  status: last.status,
  started: ids.size,
  text: new TextDecoder().decode(bytes),
}));
`;
const EXPECTED = { greeting: 'Hello Grace', status: 'SUCCEEDED', started: 50, text: 'hello' };

test('the package has JavaScript with its types, needs nothing, and nothing of it names this repository', () => {
  const manifest = JSON.parse(readFileSync(join(folder.path, PACKAGE, 'package.json'), 'utf8'));
  expect(manifest.dependencies ?? {}).toEqual({});
  expect(manifest.exports['.']).toEqual({ types: './dist/index.d.ts', default: './dist/index.js' });
  const files = run('find', ['.', '-type', 'f'], join(folder.path, PACKAGE)).split('\n');
  expect(files).toEqual(expect.arrayContaining(['./README.md', './dist/index.js', './dist/index.d.ts']));
  expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
  for (const file of files.filter((each) => each.endsWith('.ts') || each.endsWith('.js')))
    expect([file, readFileSync(join(folder.path, PACKAGE, file), 'utf8')]).toEqual([
      file,
      expect.not.stringMatching(/(from|import) ?\(?'(@workflow\/(?!client')|[^']*\.ts')/),
    ]);
});

test('it works in Node.js 20, 24 and 26', async () => {
  writeFileSync(join(folder.path, 'program.js'), PROGRAM);
  for (const [name, node] of nodePrograms()) {
    const env = { WORKFLOW_URL: system.api.baseUrl, WORKFLOW_API_KEY: system.api.apiKey };
    const { stdout } = await runFile(node, ['program.js'], { cwd: folder.path, env });
    expect([name, JSON.parse(stdout)]).toEqual([name, EXPECTED]);
  }
});

describeInBrowser('in a browser', () => {
  test('it works as it is, without a bundler', async () => {
    const browser = await connectToBrowser();
    try {
      const page = await browser.newPage();
      const { origin } = new URL(system.api.baseUrl);
      await page.route(`${origin}/packed/**`, async (route) => {
        const path = new URL(route.request().url()).pathname.replace('/packed/', '');
        if (path === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>x</title>' });
        const body = readFileSync(join(folder.path, PACKAGE, 'dist', normalize(path)), 'utf8');
        return route.fulfill({ contentType: 'text/javascript', body });
      });
      await page.goto(`${origin}/packed/`);
      const program = PROGRAM.replace(/^import .*$/m, '')
        .replace('process.env.WORKFLOW_URL', 'location.origin')
        .replace('process.env.WORKFLOW_API_KEY', JSON.stringify(system.api.apiKey))
        .replace('console.log(', 'return (');
      const answer = await page.evaluate(
        `import('/packed/index.js').then(async ({ createClient, unwrap }) => { ${program} })`,
      );
      expect(JSON.parse(String(answer))).toEqual(EXPECTED);
    } finally {
      await browser.close();
    }
  });
});

test('the compiler checks placeholders that `workflow types` wrote, without a type argument', async () => {
  const env = { WORKFLOW_URL: system.api.baseUrl, WORKFLOW_API_KEY: system.api.apiKey, HOME: folder.path };
  const workflow = join(folder.path, 'node_modules/.bin/workflow');
  await runFile(process.execPath, [workflow, 'types', '--out', 'workflows.d.ts'], { cwd: folder.path, env });
  writeFileSync(
    join(folder.path, 'typed.ts'),
    `import { createClient, type Session } from '@workflow/client';
const client = createClient({ baseUrl: 'http://localhost:3000', apiKey: 'x' });
export const right = client.run('Greeting', { name: 'Ada', loud: true });
export const alsoById: Promise<Session> = client.runAndWait('${greetingId}', { name: 'Ada' });
export const unknownWorkflow = client.run('Of which nothing is known', { anything: [1] });
export const wrongKey = client.run('Greeting', { name: 'Ada', nobody: 1 });
export const missing = client.run('Greeting', { loud: true });
export const wrongType = client.runAndWait('Greeting', { name: 1 });
`,
  );
  const tsc = join(fileURLToPath(import.meta.resolve('typescript/package.json')), '../bin/tsc');
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022', '--lib', 'es2022,dom'];
  let messages = '';
  try {
    run(process.execPath, [tsc, ...options, '--types', '', 'typed.ts', 'workflows.d.ts'], folder.path);
  } catch (error) {
    messages = (error as Error).message;
  }
  const lines = [...messages.matchAll(/^typed\.ts\((\d+),/gm)].map(([, line]) => Number(line));
  expect([messages, lines]).toEqual([expect.any(String), [6, 7, 8]]);
  expect(messages).not.toMatch(/^node_modules/m);
});
