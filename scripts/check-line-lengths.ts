// `pnpm check:lines` checks that no line of code is longer than the formatter's width. It finds lines that the
// formatter does not break: texts, comments and SQL. Markdown documents have one line for each paragraph.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MAX_COLUMNS = 120;
const FILES = ['**/*.{ts,tsx,mjs,js,css,sql,prisma,sh,yml,yaml,toml,html}', '**/Dockerfile', '.ci/*'];
const NOT_OURS = [
  '**/node_modules/**',
  '**/.data/**',
  '**/dist/**',
  '**/generated/**',
  // Written by scripts/generate-api-types.ts.
  'packages/api-types/src/operations.ts',
  // Written by pnpm.
  '**/pnpm-lock.yaml',
  // Written by the schema engine, and never changed after they were applied.
  'prisma/migrations/**',
];

/** Lines that may be long, by file and content, each with its reason. */
const LONG_LINES: { file: string; holds: string; reason: string }[] = [
  {
    file: 'packages/placeholder-values/src/placeholders/parse-date-time-placeholder.ts',
    holds: '/^(\\d{4})',
    reason: 'The pattern of a date and time is one literal.',
  },
  {
    file: 'packages/workflow-model/src/date-time-millis.ts',
    holds: '(?<date>',
    reason: 'The pattern of a date and time is one literal.',
  },
  {
    file: 'packages/sandbox/src/inside/bootstrap.ts',
    holds: 'const dateTime = ',
    reason: 'The pattern of a date and time is one literal.',
  },
  {
    file: 'packages/expressions/src/program/forged-results.test.ts',
    holds: 'return 5`',
    reason: 'A program of an attacker is one text.',
  },
  {
    file: 'packages/expressions/src/program/forged-results.test.ts',
    holds: 'return new Proxy(',
    reason: 'A program of an attacker is one text.',
  },
  {
    file: 'test/docs-environment.test.ts',
    holds: '(?:reader|read)',
    reason: 'The pattern of what reads a variable is one literal.',
  },
];

const isListed = (file: string, line: string): boolean =>
  LONG_LINES.some((listed) => listed.file === file && line.includes(listed.holds));
/** Returns true for a line with an address, which cannot be broken. */
const isAddress = (line: string): boolean => /https?:\/\/\S{80,}/.test(line);

const root = join(import.meta.dirname, '..');
const long = globSync(FILES, { cwd: root, exclude: NOT_OURS }).flatMap((file) =>
  readFileSync(join(root, file), 'utf8')
    .split('\n')
    .map((line, index) => ({ file, line, place: `${file}:${index + 1}` }))
    .filter(({ line }) => [...line].length > MAX_COLUMNS && !isAddress(line) && !isListed(file, line)),
);
for (const { place, line } of long) console.log(`${place}: ${[...line].length} columns, ${MAX_COLUMNS} at most`);
process.exitCode = long.length > 0 ? 1 : 0;
