import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPONENT_TYPE_NAMES } from '../packages/components/src/types.ts';

const SOURCES = join(import.meta.dirname, '../packages/components/src');

/** What each type has as code: the export of a file, and the type of the record. */
const CODE = [
  {
    module: 'descriptors',
    file: 'descriptor.ts',
    exported: 'descriptor',
    type: 'ComponentDescriptor',
    from: '@workflow/component-kit',
  },
  {
    module: 'runners',
    file: 'run.ts',
    exported: 'runner',
    type: 'ComponentRunner',
    from: '@workflow/component-kit/run',
  },
] as const;

/** What each type has as text, which a browser and a bundle cannot read from a file. */
const TEXTS = [
  { module: 'docs', file: 'docs.md' },
  { module: 'examples', file: 'example.json' },
  { module: 'icons', file: 'icon.svg' },
] as const;

const HEADING = '// Written by scripts/generate-components.ts from the folders that ../types.ts lists.\n';

/**
 * Writes what changed.
 *
 * @throws when a type has no such text
 */
export function generateComponents(names: readonly string[] = COMPONENT_TYPE_NAMES, sources = SOURCES): void {
  mkdirSync(join(sources, 'generated'), { recursive: true });
  for (const { module, file, exported, type, from } of CODE) {
    const imports = names.map((name, index) => `import { ${exported} as type${index} } from '../${name}/${file}';\n`);
    const entries = names.map((name, index) => `  '${name}': type${index},\n`);
    const types = `import type { ${type} } from '${from}';\nimport type { ComponentTypeName } from '../types.ts';\n`;
    write(sources, module, `${types}${imports.join('')}\n${record(module, type, entries)}`);
  }
  writeWorks(names, sources);
  writePreviews(names, sources);
  for (const { module, file } of TEXTS) {
    const entries = names.map((name) => `  '${name}': ${JSON.stringify(readText(sources, name, file))},\n`);
    write(
      sources,
      module,
      `import type { ComponentTypeName } from '../types.ts';\n\n${record(module, 'string', entries)}`,
    );
  }
}

/** What types run in processes of its own: only some have it. */
function writeWorks(names: readonly string[], sources: string): void {
  const withWork = names.filter((name) => existsSync(join(sources, name, 'work.ts')));
  const imports = withWork.map((name, index) => `import { work as type${index} } from '../${name}/work.ts';\n`);
  const entries = withWork.map((name, index) => `  '${name}': type${index},\n`);
  const type = `import type { Work } from '@workflow/component-kit/work';\n`;
  write(
    sources,
    'works',
    `${type}${imports.join('')}\nexport const WORKS: Readonly<Record<string, Work>> = {\n${entries.join('')}};\n`,
  );
}

/** What an editor computes of types that say how: loaded when it is asked for. */
function writePreviews(names: readonly string[], sources: string): void {
  const entries = names
    .filter((name) => existsSync(join(sources, name, 'preview.ts')))
    .map((name) => `  '${name}': async () => (await import('../${name}/preview.ts')).preview,\n`);
  const record = 'Readonly<Record<string, () => Promise<PreviewComponent>>>';
  const type = `import type { PreviewComponent } from '../preview-component.ts';\n`;
  write(sources, 'previews', `${type}\nexport const PREVIEWS: ${record} = {\n${entries.join('')}};\n`);
}

function record(module: string, type: string, entries: string[]): string {
  return `export const ${module.toUpperCase()}: Record<ComponentTypeName, ${type}> = {\n${entries.join('')}};\n`;
}

function readText(sources: string, name: string, file: string): string {
  try {
    return readFileSync(join(sources, name, file), 'utf8');
  } catch (error) {
    throw new Error(`the component type ${name} has no ${file}`, { cause: error });
  }
}

/** Another process may read the module meanwhile, so it appears at once and whole. */
function write(sources: string, module: string, text: string): void {
  const path = join(sources, 'generated', `${module}.ts`);
  const whole = `${HEADING}${text}`;
  if (isWritten(path, whole)) return;
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, whole);
  renameSync(draft, path);
}

function isWritten(path: string, text: string): boolean {
  try {
    return readFileSync(path, 'utf8') === text;
  } catch {
    return false;
  }
}
