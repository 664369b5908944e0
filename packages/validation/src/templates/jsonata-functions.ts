/** Functions that expressions may call: JSONata's own (docs.jsonata.org), and `$secret`. Without their `$`. */
export const KNOWN_FUNCTIONS: ReadonlySet<string> = new Set([
  'abs', 'append', 'assert', 'average', 'base64decode', 'base64encode', 'boolean', 'ceil', 'clone', 'contains', 'count',
  'decodeUrl', 'decodeUrlComponent', 'distinct', 'each', 'encodeUrl', 'encodeUrlComponent', 'error', 'eval', 'exists',
  'filter', 'floor', 'formatBase', 'formatInteger', 'formatNumber', 'fromMillis', 'join', 'keys', 'length', 'lookup',
  'lowercase', 'map', 'match', 'max', 'merge', 'millis', 'min', 'not', 'now', 'number', 'pad', 'parseInteger', 'power',
  'random', 'reduce', 'replace', 'reverse', 'round', 'secret', 'shuffle', 'sift', 'single', 'sort', 'split', 'spread',
  'sqrt', 'string', 'substring', 'substringAfter', 'substringBefore', 'sum', 'toMillis', 'trim', 'type', 'uppercase', 'zip',
]);

/** Functions whose time and result grow no faster than their arguments. */
export const BOUNDED_FUNCTIONS: ReadonlySet<string> = new Set([
  'abs', 'append', 'average', 'boolean', 'ceil', 'contains', 'count', 'exists', 'floor', 'keys', 'length', 'lookup',
  'lowercase', 'max', 'merge', 'millis', 'min', 'not', 'now', 'number', 'power', 'random', 'reverse', 'round', 'secret',
  'split', 'sqrt', 'substring', 'substringAfter', 'substringBefore', 'sum', 'trim', 'type', 'uppercase',
]);

/** Functions whose result is a multiple of their argument: harmless once, exponential when nested. */
export const EXPANDING_FUNCTIONS: ReadonlySet<string> = new Set(['base64encode', 'encodeUrlComponent', 'string']);
