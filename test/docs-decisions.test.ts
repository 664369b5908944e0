import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '..');
const FOLDER = join(ROOT, 'docs/decisions');
const SECTIONS = ['Context', 'Decision', 'Consequences'];

const files = readdirSync(FOLDER)
  .filter((file) => file !== 'README.md')
  .sort();

function titleOf(file: string): string {
  return /^# (.+)$/m.exec(readFileSync(join(FOLDER, file), 'utf8'))?.[1] ?? '';
}

/** Returns true if the first line of a section is prose that can be read without the section before it. */
function opensWithSentence(section: string): boolean {
  const [, first = ''] = section.split(/\n+/);
  return /^[A-Z`].*[.:]/.test(first) && !/^(?:This|These|It|They|There|Both (?:stay|ways|tables))\b/.test(first);
}

/** Returns what a file lacks of the form that docs/decisions/README.md shows. */
function problemsOf(file: string): string[] {
  const text = readFileSync(join(FOLDER, file), 'utf8');
  const number = /^(\d{4})-[a-z0-9]+(?:-[a-z0-9]+)*\.md$/.exec(file)?.[1];
  const problems: string[] = [];
  if (number === undefined) problems.push('its name is not NNNN-what-was-decided.md');
  const head = /^# (\d{4}): \S.*\n\n- Date: \d{4}-\d{2}-\d{2}\n- Status: (?:accepted|proposed)\n\n## /.exec(text);
  if (head === null) problems.push('it does not begin with title, date and status');
  else if (head[1] !== number) problems.push('its title has another number than its name');
  const [, ...sections] = text.split(/^## /m);
  const names = sections.map((section) => section.split('\n', 1)[0]);
  if (names.join() !== SECTIONS.join()) problems.push(`its sections are ${names.join(', ')}`);
  if (sections.some((section) => section.split('\n').slice(1).join('').trim() === ''))
    problems.push('a section is empty');
  if (!opensWithSentence(sections[1] ?? '')) problems.push('its decision does not open with a sentence');
  return problems.map((problem) => `${file}: ${problem}`);
}

test('decisions are found, so the comparison is not empty', () => {
  expect(files.length).toBeGreaterThan(30);
});

test('every decision has a title, a date, a status, and the sections context, decision and consequences', () => {
  expect(files.flatMap(problemsOf)).toEqual([]);
});

test.each(['Decision\n\n- One row.', 'Decision\n\n| a |', 'Decision\n\n**Rows.** One.', 'Decision\n\nBoth stay.'])(
  'a decision that opens with %j is reported',
  (section) => expect(opensWithSentence(section)).toBe(false),
);

test('no two decisions have the same number', () => {
  const numbers = files.map((file) => file.slice(0, 4));
  expect(numbers).toEqual([...new Set(numbers)]);
});

test('the index lists every decision under its title, in order, and nothing else', () => {
  const index = readFileSync(join(FOLDER, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^- \[(.+)\]\((.+)\)$/gm)].map(([, title, file]) => ({ title, file }));
  expect(listed).toEqual(files.map((file) => ({ title: titleOf(file), file })));
});

test('a decision that another document names by its number exists', () => {
  const numbers = new Set(files.map((file) => file.slice(0, 4)));
  const documents = ['docs', 'docs/decisions'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => join(folder, file)),
  );
  const named = documents.flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/(?:\(|decision )(0\d{3})\b/g)].map(([, number]) => ({
      file,
      number: number!,
    })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ number }) => !numbers.has(number))).toEqual([]);
});
