// Generates the Prisma client from prisma/schema.prisma. `prisma generate` requires the path of a schema engine but
// does not run it, so any existing file works. Without it the CLI would download an engine.
import { spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const prisma = join(dirname(createRequire(import.meta.url).resolve('prisma/package.json')), 'build/index.js');
const { status } = spawnSync(process.execPath, [prisma, 'generate', '--schema', 'prisma/schema.prisma'], {
  cwd: root,
  env: {
    ...process.env,
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  },
  stdio: ['ignore', 'ignore', 'inherit'],
});
process.exitCode = status ?? 1;
