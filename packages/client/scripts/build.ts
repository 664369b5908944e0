import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Writes `dist`, or the folder in the first argument: JavaScript with its types, which include the types of the API.
 * The installed package therefore needs nothing else from this repository. `src` is compiled without the types of
 * Node.js, because it uses only what browsers have as well.
 */
const FOLDER = join(import.meta.dirname, '..');
const DIST = process.argv[2] ?? join(FOLDER, 'dist');
const TYPES = '@workflow/api-types';
/** These sources contain only types, so each is its own declaration file. */
const TYPES_SOURCE = join(FOLDER, '../api-types/src');

const tsc = join(fileURLToPath(import.meta.resolve('typescript/package.json')), '../bin/tsc');
rmSync(DIST, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', join(FOLDER, 'tsconfig.build.json'), '--outDir', DIST], {
  stdio: 'inherit',
});
mkdirSync(join(DIST, 'api-types'));
for (const name of readdirSync(TYPES_SOURCE))
  copyFileSync(join(TYPES_SOURCE, name), join(DIST, 'api-types', name.replace(/\.ts$/, '.d.ts')));
for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  const file = join(DIST, name);
  if (name.endsWith('.d.ts')) writeFileSync(file, asPublished(readFileSync(file, 'utf8'), name));
}

/** Replaces names of source files with the names that the package has. */
function asPublished(source: string, name: string): string {
  const up = '../'.repeat(name.split(/[\\/]/).length - 1) || './';
  return source
    .replaceAll(`'${TYPES}'`, `'${up}api-types/index.js'`)
    .replaceAll(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2');
}
