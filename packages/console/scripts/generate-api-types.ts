import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTypes, { astToString } from 'openapi-typescript';

const TARGET = fileURLToPath(new URL('../src/api/schema.d.ts', import.meta.url));
const HEADER = '// Generated from /v3/api-docs by `pnpm --filter @workflow/console generate:api`. Do not edit.\n\n';

// Usage: [--check] [URL of a running ingress]. With --check nothing is written, and a difference fails.
const check = process.argv.includes('--check');
const ingress =
  process.argv.slice(2).find((argument) => !argument.startsWith('--')) ??
  process.env['INGRESS_URL'] ??
  'http://localhost:3000';
const response = await fetch(new URL('/v3/api-docs', ingress));
if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
const generated =
  HEADER + astToString(await openapiTypes((await response.json()) as never, { defaultNonNullable: false }));

if (!check) {
  await writeFile(TARGET, generated);
} else if ((await readFile(TARGET, 'utf8')) !== generated) {
  console.error(
    'packages/console/src/api/schema.d.ts differs from /v3/api-docs; run `pnpm --filter @workflow/console ' +
      'generate:api`',
  );
  process.exitCode = 1;
}
