import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, parse, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin, TransformPluginContext } from 'rolldown';
import { DEPENDENCY } from './bundles.ts';

/** A literal in a source. */
const TEXT = `"[^"]+"|'[^']+'`;
/** `new URL('…', …)`, `import.meta.resolve('…')` alone, and what else names a module's place. */
const PLACES = new RegExp(
  [
    `new URL\\(\\s*(?<file>${TEXT}),\\s*import\\.meta\\.(?:resolve\\((?<of>${TEXT})\\)|url),?\\s*\\)`,
    `import\\.meta\\.resolve\\((?<specifier>${TEXT})\\)`,
    `import\\.meta\\.(?<what>dirname|url)\\b`,
  ].join('|'),
  'g',
);

/**
 * What a module names with `import.meta.resolve`, and WebAssembly that lies beside it, becomes part of the bundle: a
 * TypeScript module as a program of its own, any other file as it is. Elsewhere `import.meta.dirname` and
 * `import.meta.url` of this repository's modules keep to the folder of the source, by its way from the bundle. A module
 * so works in the same words from its source and from the bundle.
 * @param outputFolder where the bundle will lie
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

/** @returns what to write instead; null: it stays as it is */
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
  return besideBundle(fileName);
}

/** Files of several packages may have one name, and all lie in one folder: each is named by its content too. */
async function takeFile(context: TransformPluginContext, path: string): Promise<string> {
  const source = await readFile(path);
  const { name, ext } = parse(path);
  const fileName = `${name}-${hash('sha256', source).slice(0, 8)}${ext}`;
  context.emitFile({ type: 'asset', fileName, source });
  return besideBundle(fileName);
}

/** The URL of a file of the bundle, all of which lie in one folder. */
function besideBundle(fileName: string): string {
  return `new URL(${JSON.stringify(`./${fileName}`)}, import.meta.url)`;
}

/** The URL of a source. */
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
