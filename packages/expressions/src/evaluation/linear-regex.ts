import { RE2JS } from 're2js';

/**
 * A regular expression engine for JSONata whose time grows only with the length of the input (RE2), so that no
 * expression can block the process by backtracking. JSONata uses only `exec` and `lastIndex`, and always searches
 * forward.
 */
class LinearRegex {
  lastIndex = 0;
  readonly #pattern: RE2JS;

  constructor(regex: RegExp) {
    const flags = (regex.ignoreCase ? RE2JS.CASE_INSENSITIVE : 0) | (regex.multiline ? RE2JS.MULTILINE : 0);
    this.#pattern = RE2JS.compile(RE2JS.translateRegExp(regex.source), flags);
  }

  exec(text: string): RegExpExecArray | null {
    const matcher = this.#pattern.matcher(text);
    if (this.lastIndex > text.length || !matcher.find(this.lastIndex)) {
      this.lastIndex = 0;
      return null;
    }
    const groups = Array.from({ length: matcher.groupCount() + 1 }, (_, group) => matcher.group(group) ?? undefined);
    this.lastIndex = matcher.end();
    return Object.assign(groups, { index: matcher.start(), input: text }) as unknown as RegExpExecArray;
  }
}

/** The engine in the type of JSONata's `RegexEngine` option. */
export const linearRegexEngine = LinearRegex as unknown as RegExpConstructor;
