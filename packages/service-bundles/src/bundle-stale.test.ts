import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { bundleStale } from './bundle-stale.ts';
import { outputFolder, ROOT, type Bundle } from './bundles.ts';

let bundle: Bundle;

beforeEach(() => {
  // Sources belong to this repository, but `dist` does not.
  const parent = join(ROOT, 'packages/service-bundles/dist');
  mkdirSync(parent, { recursive: true });
  bundle = { folder: mkdtempSync(join(parent, 'sample-')), entries: { main: 'main.ts' } };
  write(
    'fail.ts',
    `interface Reason {
  why: string;
}

export function fail({ why }: Reason): never {
  throw new Error(why);
}
`,
  );
  write('words.txt', 'from a file');
  write('other.ts', `console.log('another program');\n`);
  write(
    'main.ts',
    `import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { fail } from './fail.ts';
console.log(readFileSync(fileURLToPath(import.meta.resolve('./words.txt')), 'utf8'));
console.log(import.meta.dirname + '|' + fileURLToPath(new URL('../elsewhere', import.meta.url)));
console.log(execFileSync(process.execPath, [fileURLToPath(import.meta.resolve('./other.ts'))], { encoding: 'utf8' }));
fail({ why: 'on purpose' });
`,
  );
});

afterEach(() => rmSync(bundle.folder, { recursive: true }));

/** Writes a source that is older than any bundle. */
function write(name: string, content: string): void {
  const file = join(bundle.folder, name);
  writeFileSync(file, content);
  utimesSync(file, 1, 1);
}

function run(): { stdout: string; stderr: string } {
  const program = join(outputFolder(bundle), 'main.js');
  return spawnSync(process.execPath, ['--enable-source-maps', program], { encoding: 'utf8' });
}

test('a bundle finds the files and programs that its sources name, and uses their places', async () => {
  expect(await bundleStale([bundle])).toBe(1);
  for (const source of ['words.txt', 'other.ts']) rmSync(join(bundle.folder, source));
  const [words, places, other] = run().stdout.split('\n');
  expect(words).toBe('from a file');
  expect(other).toBe('another program');
  const [folder, nearby] = places!.split('|');
  expect(join(folder!)).toBe(bundle.folder);
  expect(nearby).toBe(join(bundle.folder, '../elsewhere'));
});

test('a stack trace names the file and line of the source', async () => {
  await bundleStale([bundle]);
  const { stderr } = run();
  expect(stderr).toContain('Error: on purpose');
  expect(stderr).toContain(join(bundle.folder, 'fail.ts:6:'));
  expect(stderr).toContain(join(bundle.folder, 'main.ts:8:'));
});

test('only what changed is bundled again', async () => {
  expect(await bundleStale([bundle])).toBe(1);
  expect(await bundleStale([bundle])).toBe(0);
  write('unused.ts', 'export const unused = 1;\n');
  expect(await bundleStale([bundle])).toBe(0);
  write('fail.ts', `export function fail(): never {\n  throw new Error('otherwise');\n}\n`);
  expect(await bundleStale([bundle])).toBe(1);
  expect(run().stderr).toContain('Error: otherwise');
});

test('a program is started by a file elsewhere, which is written again when it is missing', async () => {
  const start = join(bundle.folder, 'service/start.js');
  bundle.startedAt = { main: start };
  expect(await bundleStale([bundle])).toBe(1);
  expect(spawnSync(process.execPath, [start], { encoding: 'utf8' }).stdout).toContain('from a file');
  rmSync(start);
  expect(await bundleStale([bundle])).toBe(1);
  expect(await bundleStale([bundle])).toBe(0);
  expect(existsSync(start)).toBe(true);
});

test('WebAssembly in a text becomes a file of its bytes', async () => {
  const bytes = Buffer.alloc(1_500, 'wasm');
  write('code.wasm-base64.mjs', `const wasm = "${bytes.toString('base64')}";\nexport { wasm };\n`);
  write(
    'main.ts',
    `import { wasm } from './code.wasm-base64.mjs';\nconsole.log(Buffer.from(wasm, 'base64').toString());\n`,
  );
  await bundleStale([bundle]);
  expect(readFileSync(join(outputFolder(bundle), 'code.wasm'))).toEqual(bytes);
  expect(readFileSync(join(outputFolder(bundle), 'main.js'), 'utf8')).not.toContain(bytes.toString('base64'));
  expect(run().stdout.trim()).toBe(bytes.toString());
});

test('a bundle is ASCII and behaves like its sources', async () => {
  const lines = [
    '// – 🛑',
    'const nämeπ = "β";',
    'const matched = [/^[–🛑]{2}$/u.test("–🛑"), /^\\–\\\\–$/.test("–\\\\–")];',
    'console.log(JSON.stringify({ [nämeπ]: matched, "ключ": `${nämeπ} → é`, slash: "\\\\–" }));',
  ];
  write('main.ts', lines.join('\n'));
  await bundleStale([bundle]);
  expect(readFileSync(join(outputFolder(bundle), 'main.js'), 'utf8')).toMatch(/^[\0-\u007F]*$/);
  expect(JSON.parse(run().stdout)).toEqual({ β: [true, true], ключ: 'β → é', slash: String.raw`\–` });
});

test('Node.js does not load its own fetch for an import of HTTP', async () => {
  write(
    'main.ts',
    `import { createServer } from 'node:http';
createServer();
console.log(process.moduleLoadList.filter((name) => name.endsWith('undici/undici')).length);
`,
  );
  await bundleStale([bundle]);
  expect(run().stdout.trim()).toBe('0');
});

test('a source that cannot be bundled is named', async () => {
  write('fail.ts', `import { nothing } from './nowhere.ts';\nexport const fail = nothing;\n`);
  await expect(bundleStale([bundle])).rejects.toThrow('./nowhere.ts');
});
