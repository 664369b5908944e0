import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Plugin } from 'vite';
import { type PackedFile, tarball } from './tarball.ts';

/** The packages that ingress serves to programs, as `/<name>.tgz`. */
const PACKAGES = ['client', 'cli'];
/** The properties of a package.json that an installed package needs. */
const RETAINED = ['name', 'version', 'description', 'license', 'bin', 'type', 'sideEffects', 'exports', 'engines'];

/** Writes the client and the command line next to the console, in the form that `npm install <URL>` takes. */
export function packPackages(): Plugin {
  let outDir = '';
  return {
    name: 'pack-packages',
    apply: 'build',
    configResolved(config) {
      outDir = join(config.root, config.build.outDir);
    },
    async closeBundle() {
      await Promise.all(PACKAGES.map(async (name) => writeFile(join(outDir, `${name}.tgz`), await packed(name))));
    },
  };
}

async function packed(name: string): Promise<Buffer> {
  const folder = join(import.meta.dirname, '../..', name);
  const built = await mkdtemp(join(tmpdir(), `workflow-${name}-`));
  try {
    await promisify(execFile)(process.execPath, [join(folder, 'scripts/build.ts'), built]);
    const names = (await readdir(built, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    const files = names.map(async (path): Promise<PackedFile> => {
      const within = `dist/${path.slice(built.length + 1).replaceAll('\\', '/')}`;
      return { path: within, content: await readFile(path), isProgram: within === 'dist/main.js' };
    });
    const own = (path: string, content: Buffer | string) => ({ path, content: Buffer.from(content), isProgram: false });
    return tarball([
      own('package.json', manifestOf(await readFile(join(folder, 'package.json'), 'utf8'))),
      own('README.md', await readFile(join(folder, 'README.md'))),
      ...(await Promise.all(files)),
    ]);
  } finally {
    await rm(built, { recursive: true, force: true });
  }
}

/** Returns the package.json of the installed package. */
function manifestOf(text: string): string {
  const { publishConfig = {}, ...given } = JSON.parse(text) as Record<string, object>;
  const published: Record<string, unknown> = { ...given, ...publishConfig };
  const retained = Object.fromEntries(RETAINED.filter((key) => key in published).map((key) => [key, published[key]]));
  return `${JSON.stringify(retained, null, 2)}\n`;
}
