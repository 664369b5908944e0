/** Makes a text of about `length` characters. */
export interface Pattern {
  name: string;
  make(length: number): string;
}

/** Repetitions of each of these have made some program's parser take quadratic time. */
const REPEATED: readonly string[] = [
  ...['0', '7', 'a', 'é', ' ', '\t', '\n', '\r\n', '\0', '"', "'", '`', '\\', '\\"', '.', ',', ';', ':', '-', '_', '='],
  ...['/', '*', '&', '%', '%41', '$', '@', '#', '+', '<', '>', '(', ')', '[', ']', '{', '}', '{{', '}}', '${', '<a>'],
  ...['</', '<Contents>', '&#', '&#49;', '0 ', ' ;', '=,', 'a@', 'a.', 'a,', '";', '" ', '0.', '-0', '{{"', '/*', '--'],
  ...['"a",', '[1,', '{"a":', '{"a":1},', 'a=1&', '```', '<!--', '\uD83D', '?host=', '; name="', '0e'],
];

/** Texts after the repeated part, so that a match that needs more, or needs the end, fails there. */
const ENDS = ['', '!'];

const repeated: Pattern[] = REPEATED.flatMap((part) =>
  ENDS.map((end) => ({
    name: `${JSON.stringify(part)} repeated${end === '' ? '' : `, then ${end}`}`,
    make: (length: number) => part.repeat(Math.ceil(length / part.length)).slice(0, length - end.length) + end,
  })),
);

/** Patterns that are whole documents, so that a parser reads them to their end. */
const whole: Pattern[] = [
  { name: 'a JSON list of zeros', make: (length) => `[${'0,'.repeat(length / 2)}0]` },
  { name: 'a JSON number of many zeros', make: (length) => `1${'0'.repeat(length)}` },
  { name: 'a JSON fraction of many zeros', make: (length) => `0.${'0'.repeat(length)}1` },
  { name: 'a JSON object with one key many times', make: (length) => `{${'"a":1,'.repeat(length / 6)}"a":2}` },
  { name: 'a JSON object with many keys', make: (length) => `{${pieces(length, (n) => `"k${n}":${n}`).join()}}` },
  { name: 'JSON lists within each other', make: (length) => '['.repeat(length / 2) + ']'.repeat(length / 2) },
  { name: 'a JSON text of quotes', make: (length) => `"${'\\"'.repeat(length / 2)}"` },
  { name: 'a line of cells', make: (length) => `a,b\n${'"x","y"\n'.repeat(length / 8)}` },
  { name: 'elements within each other', make: (length) => '<a>'.repeat(length / 7) + '</a>'.repeat(length / 7) },
];

function pieces(length: number, piece: (index: number) => string): string[] {
  return Array.from({ length: Math.ceil(length / 14) }, (_, index) => piece(index));
}

export const HOSTILE: readonly Pattern[] = [...repeated, ...whole];

/** Patterns of `FEW`: at least one for each kind of grammar that a body, a header or an answer has. */
const KINDS = ['0', ' ', '"', '\\', '.', ';', '%41', '=,', '[', '{{"', 'a=1&', '\0', '; name="', '\n', '\r\n', '<a>'];

/** A dozen patterns for readers that are measured over a socket, which takes milliseconds for each text. */
export const FEW: readonly Pattern[] = [
  ...KINDS.map((part): Pattern => repeated.find(({ name }) => name === `${JSON.stringify(part)} repeated, then !`)!),
  ...whole.filter(({ name }) => /one key|many keys|list of zeros/.test(name)),
];
