import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, parse, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin, TransformPluginContext } from 'rolldown';
import { DEPENDENCY } from './bundles.ts';

/** A literal in a source. */
const TEXT = `"[^"]+"|'[^']+'`;
/** Matches `new URL('…', …)`, `import.meta.resolve('…')` alone, and the other names of a module's place. */
const PLACES = new RegExp(
  [
    `new URL\\(\\s*(?<file>${TEXT}),\\s*import\\.meta\\.(?:resolve\\((?<of>${TEXT})\\)|url),?\\s*\\)`,
    `import\\.meta\\.resolve\\((?<specifier>${TEXT})\\)`,
    `import\\.meta\\.(?<what>dirname|url)\\b`,
  ].join('|'),
  'g',
);

/**
 * Adds files to the bundle that a module names with `import.meta.resolve`, and WebAssembly that is next to it. A
 * TypeScript module becomes a separate program, any other file is copied. Elsewhere, `import.meta.dirname` and
 * `import.meta.url` of this repository's modules still mean the folder of the source, by its path from the bundle. A
 * module therefore works unchanged from its source and from the bundle.
 * @param outputFolder the folder of the bundle
 */
export function takeFilesAlong(outputFolder: string): Plugin {
  return {
    name: 'take-files-along',
    transform: {
      filter: { code: 'import.meta.' },
      async handler(code, id) {
        const replaced = await replaceAll(code, PLACES, ({ groups }) => rewrite(this, groups!, id, outputFolder));
        return replaced === code ? null : { code: replaced, map: null };
      },
    },
  };
}

/** @returns the replacement, or null when the code stays unchanged */
async function rewrite(
  context: TransformPluginContext,
  { file, of, specifier, what }: Record<string, string | undefined>,
  id: string,
  outputFolder: string,
): Promise<string | null> {
  if (specifier !== undefined) return `${await takeSpecifier(context, id, unquote(specifier))}.href`;
  if (file !== undefined && of !== undefined)
    return takeFile(context, join(dirname(pathOf(id, unquote(of))), unquote(file)));
  if (file?.slice(0, -1).endsWith('.wasm')) return takeFile(context, join(dirname(id), unquote(file)));
  if (DEPENDENCY.test(id)) return null;
  if (file !== undefined) return `new URL(${file}, ${placeOf(id, outputFolder)})`;
  return what === 'url'
    ? `${placeOf(id, outputFolder)}.href`
    : `(import.meta.dirname + ${JSON.stringify(`/${relative(outputFolder, dirname(id))}`)})`;
}

function takeSpecifier(context: TransformPluginContext, id: string, specifier: string): Promise<string> | string {
  if (!specifier.endsWith('.ts')) return takeFile(context, pathOf(id, specifier));
  const fileName = `${basename(specifier, '.ts')}.js`;
  context.emitFile({ type: 'chunk', id: specifier, importer: id, fileName });
  return urlInBundle(fileName);
}

/**
 * Files of several packages may have one name, and all are in one folder. Each name therefore includes a hash of the
 * content.
 */
async function takeFile(context: TransformPluginContext, path: string): Promise<string> {
  const source = await readFile(path);
  const { name, ext } = parse(path);
  const fileName = `${name}-${hash('sha256', source).slice(0, 8)}${ext}`;
  context.emitFile({ type: 'asset', fileName, source });
  return urlInBundle(fileName);
}

/** Returns the URL of a file of the bundle. All files are in one folder. */
function urlInBundle(fileName: string): string {
  return `new URL(${JSON.stringify(`./${fileName}`)}, import.meta.url)`;
}

/** Returns the URL of a source. */
function placeOf(id: string, outputFolder: string): string {
  return `new URL(${JSON.stringify(relative(outputFolder, id))}, import.meta.url)`;
}

function pathOf(id: string, specifier: string): string {
  return specifier.startsWith('.')
    ? fileURLToPath(new URL(specifier, pathToFileURL(id)))
    : createRequire(id).resolve(specifier);
}

function unquote(text: string): string {
  return text.slice(1, -1);
}

async function replaceAll(
  code: string,
  pattern: RegExp,
  replace: (match: RegExpExecArray) => Promise<string | null>,
): Promise<string> {
  const matches = [...code.matchAll(pattern)];
  const replacements = await Promise.all(matches.map((match) => replace(match)));
  let replaced = '';
  let end = 0;
  for (const [index, match] of matches.entries()) {
    replaced += code.slice(end, match.index) + (replacements[index] ?? match[0]);
    end = match.index + match[0].length;
  }
  return replaced + code.slice(end);
}
