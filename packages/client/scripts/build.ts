import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/*
 * Writes `dist`: JavaScript with its types, which include those of the API, so that whoever installs the package needs
 * nothing else of this repository. `src` is compiled without the types of Node.js: it uses what browsers have as well.
 */
const FOLDER = join(import.meta.dirname, '..');
const DIST = join(FOLDER, 'dist');
const TYPES = '@workflow/api-types';
/** Types alone: a source of them is a declaration of them. */
const TYPES_SOURCE = join(FOLDER, '../api-types/src');

const tsc = join(fileURLToPath(import.meta.resolve('typescript/package.json')), '../bin/tsc');
rmSync(DIST, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', join(FOLDER, 'tsconfig.build.json')], { stdio: 'inherit' });
mkdirSync(join(DIST, 'api-types'));
for (const name of readdirSync(TYPES_SOURCE))
  copyFileSync(join(TYPES_SOURCE, name), join(DIST, 'api-types', name.replace(/\.ts$/, '.d.ts')));
for (const name of readdirSync(DIST, { recursive: true, encoding: 'utf8' })) {
  const file = join(DIST, name);
  if (name.endsWith('.d.ts')) writeFileSync(file, asPublished(readFileSync(file, 'utf8'), name));
}

/** Declarations name files as they are in the package. */
function asPublished(source: string, name: string): string {
  const up = '../'.repeat(name.split(/[\\/]/).length - 1) || './';
  return source
    .replaceAll(`'${TYPES}'`, `'${up}api-types/index.js'`)
    .replaceAll(/(from |import\()(['"])(\.[^'"]*)\.ts\2/g, '$1$2$3.js$2');
}
