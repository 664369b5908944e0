import { addAbortSignal, type Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** The streams and the environment of the program. */
export interface Streams {
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;
export type Style = keyof typeof CODES;

/** The text after the escape character that `styled` writes. */
const OWN_STYLE = /^\[(?:0|1|2|31|32|33)m/;

/**
 * Removes control characters of foreign texts, such as the output of a session, so that they do not control the
 * terminal.
 */
function withoutControls(line: string): string {
  return line.replaceAll(/\p{Cc}/gu, (control, at: number) => {
    const isText = control === '\n' || control === '\t' || (control === '\r' && line[at + 1] === '\n');
    const isOwn = control === '\u001B' && OWN_STYLE.test(line.slice(at + 1, at + 5));
    return isText || isOwn ? control : '\uFFFD';
  });
}

/** Writes texts for people, or with `--json` exactly one value for programs. */
export class Terminal {
  readonly streams: Streams;
  isJson = false;
  #wroteJson = false;
  #isEndless = false;

  constructor(streams: Streams) {
    this.streams = streams;
  }

  get isInteractive(): boolean {
    return this.streams.stdout.isTTY === true;
  }

  /** Writes a line for people. With `--json` it writes nothing. */
  printLine(line: string): void {
    if (!this.isJson) this.#write('stdout', line);
  }

  /** Writes a line to standard error, so that it does not enter pipes. */
  note(line: string): void {
    this.#write('stderr', line);
  }

  /** Writes the result for programs, only with `--json` and only once. */
  json(value: unknown): void {
    if (!this.isJson || this.#wroteJson) return;
    this.#wroteJson = true;
    this.streams.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** Writes one of many JSON values on its line, for a command without an end. */
  jsonLine(value: unknown): void {
    this.streams.stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** Declares that the command has no end: each value is a line, and Ctrl-C ends it with success. */
  beginEndless(): void {
    this.#isEndless = true;
    // Prevents the single value.
    this.#wroteJson = true;
  }

  get isEndless(): boolean {
    return this.#isEndless;
  }

  /** Writes lines for people, or the value for programs. */
  show(value: unknown, lines: readonly string[]): void {
    for (const line of lines) this.printLine(line);
    this.json(value);
  }

  /** Colours a text that is written to a terminal, unless `NO_COLOR` is set. */
  styled(content: string, style: Style, on: 'stdout' | 'stderr' = 'stdout'): string {
    const isPlain = this.streams[on].isTTY !== true || (this.streams.env['NO_COLOR'] ?? '') !== '' || this.isJson;
    return isPlain ? content : `\u001B[${CODES[style]}m${content}\u001B[0m`;
  }

  /** Returns all of standard input without its last line break. @throws an error named AbortError with Ctrl-C */
  async readInput(signal: AbortSignal): Promise<string> {
    return (await text(addAbortSignal(signal, this.streams.stdin as Readable))).replace(/\r?\n$/, '');
  }

  #write(to: 'stdout' | 'stderr', line: string): void {
    const stream = this.streams[to];
    stream.write(`${stream.isTTY === true ? withoutControls(line) : line}\n`);
  }
}
