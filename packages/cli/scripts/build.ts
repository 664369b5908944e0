import { chmodSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/* Writes `dist/main.js`: one program that contains its dependencies, so that installing it downloads nothing else. */
const FOLDER = join(import.meta.dirname, '..');
const PROGRAM = join(FOLDER, 'dist/main.js');

rmSync(join(FOLDER, 'dist'), { recursive: true, force: true });
const build = await rolldown({ cwd: FOLDER, input: { main: 'src/main.ts' }, platform: 'node' });
try {
  await build.write({ format: 'esm', dir: join(FOLDER, 'dist'), codeSplitting: false });
} finally {
  await build.close();
}
chmodSync(PROGRAM, 0o755);
