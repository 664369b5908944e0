import { analyse } from 'scslre';

/** Returns the reasons why a regular expression may take more than linear time, or none. */
export function problemsOf(source: string, flags: string): string[] {
  const problems = new Set<string>();
  for (const report of analyse({ source, flags }).reports)
    problems.add(
      report.type === 'Move'
        ? 'it is tried from each place of a repeated text'
        : `it divides one text in many ways${report.exponential ? ', exponentially' : ''}`,
    );
  if (problems.size === 0 && isSearchedFarther(source, flags))
    problems.add('after its beginning it may search the rest of the text, from each place that it begins at');
  return [...problems];
}

/**
 * The analysis does not find a repeat that follows its own beginning, such as `<a>.*?</a>`: from each `<a>` the search
 * may reach the end of the text. Every expression without an anchor is reported if its repeat accepts the characters of
 * the part before it.
 */
function isSearchedFarther(source: string, flags: string): boolean {
  if (flags.includes('y') || source.startsWith('^') || source.startsWith(String.raw`(?:^`)) return false;
  for (const { index, groups } of source.matchAll(OPEN_REPEAT)) {
    const before = source.slice(0, index);
    if (before === '') continue;
    const taken = groups?.['set'] ?? '';
    const literal = /(?:\\?([^\\^$.*+?()[\]{}|\w\s])|([A-Za-z0-9 ]))$/.exec(before.replace(/[(?:]+$/, ''));
    const character = literal?.[1] ?? literal?.[2];
    if (character === undefined || takes(taken, flags, character)) return true;
  }
  return false;
}

/** A repeat without an upper bound, of any character or of a negated class. */
const OPEN_REPEAT = /(?<set>(?<!\\)\.|\[\^(?:[^\]\\]|\\.)+\]|\[\\s\\S\]|\[\^\])(?:[*+]|\{\d+,\})/g;

function takes(set: string, flags: string, character: string): boolean {
  return new RegExp(`^${set}$`, flags.replaceAll(/[gy]/g, '')).test(character);
}
