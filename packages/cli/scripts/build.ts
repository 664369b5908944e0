import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/*
 * Writes `main.js` to `dist`, or to the folder in the first argument: one program that contains its dependencies, so
 * that installing it downloads nothing else.
 */
const FOLDER = join(import.meta.dirname, '..');
const DIST = process.argv[2] ?? join(FOLDER, 'dist');

rmSync(DIST, { recursive: true, force: true });
const build = await rolldown({ cwd: FOLDER, input: { main: 'src/main.ts' }, platform: 'node' });
try {
  await build.write({ format: 'esm', dir: DIST, codeSplitting: false });
} finally {
  await build.close();
}
chmodSync(join(DIST, 'main.js'), 0o755);
