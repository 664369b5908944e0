import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMPONENT_TYPE_NAMES } from '../packages/components/src/types.ts';

const SOURCES = join(import.meta.dirname, '../packages/components/src');
const SESSION_TRIGGERS = join(import.meta.dirname, '../packages/workflow-model/src/generated');

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

/** The code that some types have: the export of a file, and the type of the map's values. */
const OPTIONAL_CODE = [
  {
    module: 'data-jobs',
    file: 'data-job.ts',
    exported: 'dataJob',
    type: 'DataJob',
    from: '@workflow/component-kit/data-job',
  },
  {
    module: 'records',
    file: 'records.ts',
    exported: 'records',
    type: 'TriggerRecords',
    from: '@workflow/component-kit/records',
  },
  {
    module: 'config-checks',
    file: 'check.ts',
    exported: 'check',
    type: 'ConfigCheck',
    from: '@workflow/component-kit',
  },
] as const;

/** The texts that each type has. A browser and a bundle cannot read them from a file. */
const TEXTS = [
  { module: 'docs', file: 'docs.md' },
  { module: 'examples', file: 'example.json' },
  { module: 'icons', file: 'icon.svg' },
] as const;

/** The names of all modules that are written. */
const MODULES = new Set([...[...CODE, ...OPTIONAL_CODE, ...TEXTS].map(({ module }) => module as string), 'previews']);

const HEADING = '// Written by scripts/generate-components.ts from the folders of component types.\n';

/**
 * Writes the modules that changed, and removes those of earlier versions.
 *
 * @throws Error when a type lacks one of the texts
 */
export function generateComponents(
  names: readonly string[] = COMPONENT_TYPE_NAMES,
  sources = SOURCES,
  sessionTriggers = SESSION_TRIGGERS,
): void {
  writeSessionTriggers(names, sources, sessionTriggers);
  mkdirSync(join(sources, 'generated'), { recursive: true });
  removeOldModules(sources);
  for (const { module, file, exported, type, from } of CODE) {
    const imports = names.map((name, index) => `import { ${exported} as type${index} } from '../${name}/${file}';\n`);
    const entries = names.map((name, index) => `  '${name}': type${index},\n`);
    const types = `import type { ${type} } from '${from}';\nimport type { ComponentTypeName } from '../types.ts';\n`;
    write(sources, module, `${types}${imports.join('')}\n${record(module, type, entries)}`);
  }
  for (const code of OPTIONAL_CODE) writeOptionalCode(names, sources, code);
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

/** Writes the code of the types that have the file. */
function writeOptionalCode(
  names: readonly string[],
  sources: string,
  { module, file, exported, type, from }: (typeof OPTIONAL_CODE)[number],
): void {
  const having = names.filter((name) => existsSync(join(sources, name, file)));
  const imports = having.map((name, index) => `import { ${exported} as type${index} } from '../${name}/${file}';\n`);
  const entries = having.map((name, index) => `  ['${name}', type${index}],\n`);
  const map = `new Map<string, ${type}>([\n${entries.join('')}])`;
  const constant = module.replaceAll('-', '_').toUpperCase();
  write(
    sources,
    module,
    `import type { ${type} } from '${from}';\n${imports.join('')}\n` +
      `export const ${constant}: ReadonlyMap<string, ${type}> = ${map};\n`,
  );
}

/** Writes the codes and readable names of what starts sessions, from the folders of triggers that start them. */
function writeSessionTriggers(names: readonly string[], sources: string, folder: string): void {
  const having = names.filter((name) => existsSync(join(sources, name, 'session-trigger.json')));
  const entries = having.map((type) => {
    const { code, name } = JSON.parse(readText(sources, type, 'session-trigger.json')) as Record<string, unknown>;
    return `  ${String(code)}: ${JSON.stringify(name)},\n`;
  });
  mkdirSync(folder, { recursive: true });
  writeWhole(folder, 'session-triggers', `export const STARTED_BY_TRIGGERS = {\n${entries.join('')}} as const;\n`);
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

function write(sources: string, module: string, text: string): void {
  writeWhole(join(sources, 'generated'), module, text);
}

/** Another process may read the module at the same time, so it is replaced as a whole. */
function writeWhole(folder: string, module: string, text: string): void {
  const path = join(folder, `${module}.ts`);
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
