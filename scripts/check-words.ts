// `pnpm check:words` refuses words and beginnings of comments that are hard to read (plain-english.ts), and lists
// sentences of the documentation that are too long.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findLongSentences, findViolations } from './plain-english.ts';

const TEXTS = /\.(?:tsx?|mjs|css|md|sql|prisma|ya?ml)$/;
const LEFT_OUT: readonly { files: RegExp; because: string }[] = [
  {
    files: /(?:^|\/)generated\/|^packages\/api-types\/src\/operations\.ts$|(?:^|\/)pnpm-lock\.yaml$/,
    because: 'is written by a program',
  },
  { files: /^prisma\/migrations\//, because: 'is never changed after it was applied' },
  { files: /^scripts\/(?:plain-english|check-words)\.ts$|^test\/plain-english\.test\.ts$/, because: 'names the words' },
  { files: /^CONTRIBUTING\.md$/, because: 'names the words' },
];
const files = spawnSync('git', ['ls-files', '-z'], { encoding: 'utf8', maxBuffer: 1 << 26 })
  .stdout.split('\0')
  .filter((file) => TEXTS.test(file) && !LEFT_OUT.some(({ files: left }) => left.test(file)));

const only = process.argv.slice(2);
const checked = only.length > 0 ? files.filter((file) => only.some((part) => file.startsWith(part))) : files;

let violations = 0;
for (const file of checked) {
  const text = readFileSync(file, 'utf8');
  for (const { line, found, instead } of findViolations(text)) {
    violations += 1;
    console.log(`${file}:${line}: "${found}"; write ${instead}`);
  }
  if (file.endsWith('.md'))
    for (const sentence of findLongSentences(text)) console.log(`${file}: long sentence: ${sentence.slice(0, 100)}…`);
}
console.log(`${violations} violations in ${checked.length} files`);
if (violations > 0) process.exitCode = 1;
