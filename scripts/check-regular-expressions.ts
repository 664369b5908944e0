// Fails for a regular expression that may take more than linear time and was not reviewed.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { problemsOf } from './regular-expressions/find-problems.ts';
import { REVIEWED } from './regular-expressions/reviewed.ts';

const ROOT = join(import.meta.dirname, '..');
const FILES = '{services,packages}/*/src/**/*.{ts,tsx}';
const LEFT_OUT = /\.test\.tsx?$|\/generated\/|\/testing\/|^packages\/test-harness\//;

/** The list of reviewed expressions names each by its file and its first characters. */
const SHOWN_CHARACTERS = 40;

interface Found {
  /** The path and the first characters of the expression. */
  place: string;
  line: number;
  problem: string;
}

/** Finds the expressions of a source that may take more than linear time. */
export function findIn(file: string, source: string): Found[] {
  const found: Found[] = [];
  const add = (start: number, text: string, problem: string): void => {
    found.push({
      place: `${file} ${text.slice(0, SHOWN_CHARACTERS)}`,
      line: source.slice(0, start).split('\n').length,
      problem,
    });
  };
  const dynamic = (node: { callee: object; start: number; end: number }): void => {
    if ((node.callee as { name?: string }).name === 'RegExp')
      add(node.start, source.slice(node.start, node.end).replaceAll(/\s+/g, ' '), 'it is made while the program runs');
  };
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      for (const problem of problemsOf(pattern, flags)) add(node.start, `/${pattern}/${flags}`, problem);
    },
    NewExpression: dynamic,
    CallExpression: dynamic,
  }).visit(parseSync(file, source).program);
  return found;
}

function findAll(): Found[] {
  return globSync(FILES, { cwd: ROOT })
    .filter((file) => !LEFT_OUT.test(file))
    .sort()
    .flatMap((file) => findIn(file, readFileSync(join(ROOT, file), 'utf8')));
}

if (import.meta.main) {
  const found = findAll();
  const places = new Set(found.map(({ place }) => place));
  const unknown = found.filter(({ place }) => !Object.hasOwn(REVIEWED, place));
  const gone = Object.keys(REVIEWED).filter((place) => !places.has(place));
  for (const { place, line, problem } of unknown)
    console.error(`${place} (line ${line}): ${problem}. Make it linear, or review it in scripts/regular-expressions.`);
  for (const place of gone) console.error(`${place}: it is reviewed and not there. Remove it from the list.`);
  if (unknown.length > 0 || gone.length > 0) process.exitCode = 1;
}
