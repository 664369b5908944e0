import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPONENT_TYPE_NAMES } from '../packages/components/src/types.ts';

const SOURCES = join(import.meta.dirname, '../packages/components/src');

/** The code that each type has: the export of a file, and the type of the record. */
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

/** The texts that each type has. A browser and a bundle cannot read them from a file. */
const TEXTS = [
  { module: 'docs', file: 'docs.md' },
  { module: 'examples', file: 'example.json' },
  { module: 'icons', file: 'icon.svg' },
] as const;

/** The names of all modules that are written. */
const MODULES = new Set([...[...CODE, ...TEXTS].map(({ module }) => module as string), 'data-jobs', 'previews']);

const HEADING = '// Written by scripts/generate-components.ts from the folders that ../types.ts lists.\n';

/**
 * Writes the modules that changed, and removes those of earlier versions.
 *
 * @throws Error when a type lacks one of the texts
 */
export function generateComponents(names: readonly string[] = COMPONENT_TYPE_NAMES, sources = SOURCES): void {
  mkdirSync(join(sources, 'generated'), { recursive: true });
  removeOldModules(sources);
  for (const { module, file, exported, type, from } of CODE) {
    const imports = names.map((name, index) => `import { ${exported} as type${index} } from '../${name}/${file}';\n`);
    const entries = names.map((name, index) => `  '${name}': type${index},\n`);
    const types = `import type { ${type} } from '${from}';\nimport type { ComponentTypeName } from '../types.ts';\n`;
    write(sources, module, `${types}${imports.join('')}\n${record(module, type, entries)}`);
  }
  writeDataJobs(names, sources);
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

/** Writes the data jobs of the types that have one. */
function writeDataJobs(names: readonly string[], sources: string): void {
  const withDataJob = names.filter((name) => existsSync(join(sources, name, 'data-job.ts')));
  const imports = withDataJob.map(
    (name, index) => `import { dataJob as type${index} } from '../${name}/data-job.ts';\n`,
  );
  const entries = withDataJob.map((name, index) => `  '${name}': type${index},\n`);
  const type = `import type { DataJob } from '@workflow/component-kit/data-job';\n`;
  const record = 'Readonly<Record<string, DataJob>>';
  write(
    sources,
    'data-jobs',
    `${type}${imports.join('')}\nexport const DATA_JOBS: ${record} = {\n${entries.join('')}};\n`,
  );
}

/** Writes the previews of the types that have one. The editor loads a preview when it needs it. */
function writePreviews(names: readonly string[], sources: string): void {
  const entries = names
    .filter((name) => existsSync(join(sources, name, 'preview.ts')))
    .map((name) => `  '${name}': async () => (await import('../${name}/preview.ts')).preview,\n`);
  const record = 'Readonly<Record<string, () => Promise<PreviewComponent>>>';
  const type = `import type { PreviewComponent } from '../preview-component.ts';\n`;
  write(sources, 'previews', `${type}\nexport const PREVIEWS: ${record} = {\n${entries.join('')}};\n`);
}

function removeOldModules(sources: string): void {
  for (const file of readdirSync(join(sources, 'generated')))
    if (file.endsWith('.ts') && !MODULES.has(file.slice(0, -'.ts'.length))) rmSync(join(sources, 'generated', file));
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

/** Another process may read the module at the same time, so it is replaced as a whole. */
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
