import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { rolldown, type OutputAsset, type OutputChunk } from 'rolldown';
import { noteBuiltFrom } from './built-from.ts';
import { DEPENDENCY, outputFolder, ROOT, type Bundle } from './bundles.ts';
import { leaveNodeFetch } from './leave-node-fetch.ts';
import { loadParts } from './load-parts.ts';
import { takeFilesAlong } from './take-files-along.ts';
import { toAscii } from './to-ascii.ts';
import { unpackWebAssembly } from './unpack-web-assembly.ts';

/** `pg` loads it only when a setting names it, which no setting of this repository does. */
const NOT_INSTALLED = ['pg-native'];
const RETAINED_MS = 86_400_000;

/**
 * Bundles programs into the folder `dist` of their package.
 * @throws with rolldown's message, which names the file
 */
export async function writeBundle(bundle: Bundle): Promise<void> {
  const startedAt = Date.now();
  const build = await rolldown({
    cwd: bundle.folder,
    input: bundle.entries,
    platform: 'node',
    external: NOT_INSTALLED,
    plugins: [unpackWebAssembly(), loadParts(), leaveNodeFetch(), takeFilesAlong(outputFolder(bundle))],
    // A build that takes long on a loaded machine has no fault.
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      // Warnings about the code of dependencies cannot be fixed here.
      if (level === 'warn' && !DEPENDENCY.test(`${log.id ?? ''}${log.message}`)) throw new Error(log.message);
    },
  });
  try {
    const { output } = await build.generate({
      format: 'esm',
      chunkFileNames: '[name]-[hash].js',
      sourcemap: 'hidden',
      // A sixth of the dependencies are comments.
      comments: { legal: true, annotation: true, jsdoc: false },
      // Dependencies that are loaded at the start and those that are loaded on demand are in separate chunks.
      codeSplitting: { groups: [{ name: 'dependencies', test: DEPENDENCY, entriesAware: true }] },
    });
    const sources = (await build.watchFiles).filter((file) => file.startsWith(ROOT) && !DEPENDENCY.test(file));
    writeFiles(outputFolder(bundle), output.flatMap(filesOf));
    writeStarts(bundle);
    noteBuiltFrom(bundle, sources, startedAt);
  } finally {
    await build.close();
  }
}

interface OutputFile {
  name: string;
  content: string | Uint8Array;
}

/**
 * Returns a chunk with the source map of its own code. For dependencies a stack trace names function and chunk (see
 * 0110).
 */
function filesOf(output: OutputChunk | OutputAsset): OutputFile[] {
  const { fileName: name } = output;
  if (output.type === 'asset') return name.endsWith('.map') ? [] : [{ name, content: output.source }];
  const code = toAscii(output.code);
  if (output.map === null || output.moduleIds.every((id) => DEPENDENCY.test(id))) return [{ name, content: code }];
  return [
    { name: `${name}.map`, content: JSON.stringify({ ...output.map, sourcesContent: undefined }) },
    { name, content: `${code}//# sourceMappingURL=${name}.map\n` },
  ];
}

/** Writes the files. Each appears whole, and programs last, because a service may be started meanwhile. */
function writeFiles(folder: string, files: readonly OutputFile[]): void {
  mkdirSync(folder, { recursive: true });
  const isProgram = ({ name }: OutputFile): boolean => !/-[\w-]{8}\.js(\.map)?$/.test(name);
  for (const { name, content } of files.toSorted((a, b) => Number(isProgram(a)) - Number(isProgram(b)))) {
    const part = join(folder, `.${process.pid}-${name}`);
    writeFileSync(part, content);
    renameSync(part, join(folder, name));
  }
  removeUnused(folder, new Set(files.map(({ name }) => name)));
}

/** Writes the files that are started. They are in a folder whose package.json declares modules. */
function writeStarts({ startedAt = {}, ...bundle }: Bundle): void {
  const byFolder = Map.groupBy(Object.entries(startedAt), ([, path]) => dirname(path));
  for (const [folder, programs] of byFolder) {
    const way = relative(folder, outputFolder(bundle));
    writeFiles(
      folder,
      programs.map(([name, path]) => ({
        name: basename(path),
        content: `#!/usr/bin/env node\nimport '${way}/${name}.js';\n`,
      })),
    );
  }
}

/**
 * Removes old chunks. Those of an earlier bundle are retained for a day, because running services may not have loaded
 * all of theirs.
 */
function removeUnused(folder: string, used: ReadonlySet<string>): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = statSync(path);
    if (!used.has(name) && Date.now() - mtimeMs > RETAINED_MS) rmSync(path, { recursive: true });
  }
}
