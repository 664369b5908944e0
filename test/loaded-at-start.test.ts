import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from '@jest/globals';
import { bundledProgram } from '@workflow/test-harness';

/** Libraries that are loaded on first use (docs/decisions/0298). */
const LATER = [
  '@ai-sdk',
  '@aws-sdk',
  '@better-auth',
  '@modelcontextprotocol',
  '@zxcvbn-ts',
  'better-auth',
  'iconv-lite',
  'imapflow',
  'mysql2',
  'nodemailer',
];

const STATIC_IMPORT = /^(?:import|export) (?:.+ from )?"\.\/([^"]+)";$/gm;
const DEPENDENCY = /^\s*\/\/ .+\/node_modules\/((?:@[^/]+)|[^/]+)\//gm;

test.each(['ingress', 'executor'] as const)('%s loads of libraries what being ready needs', async (service) => {
  const folder = join(dirname(await bundledProgram(service)), '../../../packages/service-bundles/dist');
  const program = readFileSync(join(folder, `${service}.js`), 'utf8');
  // The module that `main.ts` imports after signals are handled.
  const started = /import\("\.\/(run-[^"]+)"\)/.exec(program)![1]!;
  const chunks = new Set([`${service}.js`, started]);
  const loaded = new Set<string>();
  for (const chunk of chunks) {
    const code = readFileSync(join(folder, basename(chunk)), 'utf8');
    for (const [, imported] of code.matchAll(STATIC_IMPORT)) chunks.add(imported!);
    for (const [, dependency] of code.matchAll(DEPENDENCY)) loaded.add(dependency!);
  }
  expect(loaded).toContain('undici');
  expect(LATER.filter((name) => loaded.has(name))).toEqual([]);
});
