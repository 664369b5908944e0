import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const DESCRIPTOR = {
  type: 'shout',
  title: 'Shout',
  description: 'Writes a text in capital letters.',
  category: 'data',
  hasEffect: false,
  configSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['text'],
    properties: { text: { type: 'string', title: 'Text', 'x-control': 'template', 'x-template': 'text' } },
  },
  produces: { name: 'shouted', type: 'TEXT' },
};

/** Returns the files of a valid package. `files` replaces some of them. */
export function packageFiles(files: Record<string, string> = {}): Record<string, string> {
  return {
    'package.json': JSON.stringify({ name: 'shout', version: '1.0.0', type: 'module' }),
    'descriptor.js': `export const descriptor = ${JSON.stringify(DESCRIPTOR)};`,
    'run.js':
      "export const runner = { run: ({ config }) => ({ kind: 'succeeded', output: config.text.toUpperCase() }) };",
    'docs.md': '# Shout\n',
    'example.json': '{"components":[],"connections":[]}',
    'icon.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M4 4h16"/></svg>',
    ...files,
  };
}

/**
 * Returns a temporary folder that other users may read, because component processes run as `nobody` when the test runs
 * as root.
 */
export function readableFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'workflow-components-'));
  chmodSync(folder, 0o755);
  return folder;
}

/** Writes the files of a package. @returns its folder */
export function writePackage(folder: string, files: Record<string, string>): string {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

/** Returns a `run.js` whose function has this body. `context` is in scope. */
export function runs(body: string, imports = ''): Record<string, string> {
  return { 'run.js': `${imports}\nexport const runner = { async run(context) { ${body} } };` };
}
