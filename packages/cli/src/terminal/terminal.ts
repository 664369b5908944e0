import { text } from 'node:stream/consumers';

/** What the program reads and writes. */
export interface Streams {
  env: Readonly<Record<string, string | undefined>>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream & { isTTY?: boolean };
}

const CODES = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 } as const;
export type Style = keyof typeof CODES;

/** Writes for people, or with `--json` exactly one value for programs. */
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

  /** A line for people; nothing with `--json`. */
  say(line: string): void {
    if (!this.isJson) this.streams.stdout.write(`${line}\n`);
  }

  /** A line beside the result, which stays out of pipes. */
  note(line: string): void {
    this.streams.stderr.write(`${line}\n`);
  }

  /** The result for programs: only with `--json`, and only once. */
  json(value: unknown): void {
    if (!this.isJson || this.#wroteJson) return;
    this.#wroteJson = true;
    this.streams.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  }

  /** One value of many, a line each: of a command without an end. */
  jsonLine(value: unknown): void {
    this.streams.stdout.write(`${JSON.stringify(value)}\n`);
  }

  /** The command has no end: its values are lines, and Ctrl-C ends it well. */
  beginEndless(): void {
    this.#isEndless = true;
    // No single value is to come.
    this.#wroteJson = true;
  }

  get isEndless(): boolean {
    return this.#isEndless;
  }

  /** Either: lines for people, or the value for programs. */
  show(value: unknown, lines: readonly string[]): void {
    for (const line of lines) this.say(line);
    this.json(value);
  }

  /** Coloured where it is written to a terminal, unless `NO_COLOR` is set. */
  styled(content: string, style: Style, on: 'stdout' | 'stderr' = 'stdout'): string {
    const isPlain = this.streams[on].isTTY !== true || (this.streams.env['NO_COLOR'] ?? '') !== '' || this.isJson;
    return isPlain ? content : `\u001B[${CODES[style]}m${content}\u001B[0m`;
  }

  /** All of standard input, without one line end at its end. */
  async readInput(): Promise<string> {
    return (await text(this.streams.stdin)).replace(/\r?\n$/, '');
  }
}
