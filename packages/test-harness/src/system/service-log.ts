import type { ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { createInterface } from 'node:readline';

/** A line of a service's log as JSON. A line that is not JSON has only `msg`. */
export interface LogLine {
  msg?: string;
  level?: number;
  [field: string]: unknown;
}

const LOGGED_WITHIN_MS = 240_000;
/** Number of lines that an error message contains. */
const TAIL = 20;

/** The log of a service's processes in order. */
export class ServiceLog {
  readonly lines: LogLine[] = [];
  readonly #service: string;
  readonly #events = new EventEmitter().setMaxListeners(0);

  constructor(service: string) {
    this.#service = service;
  }

  /** Reads the output of a process whose output is piped. */
  read(child: ChildProcess): void {
    for (const output of [child.stdout, child.stderr]) {
      if (output === null) continue;
      createInterface({ input: output }).on('line', (text) => {
        const line = parseLine(text);
        this.lines.push(line);
        this.#events.emit('line', line);
      });
    }
  }

  /** Returns the last lines for an error message. */
  tail(): string {
    return this.lines
      .slice(-TAIL)
      .map((line) => JSON.stringify(line))
      .join('\n');
  }

  /** Returns the first past or future line that matches. @throws when the process ends first or the time is over */
  async until(child: ChildProcess, fits: (line: LogLine) => boolean, withinMs = LOGGED_WITHIN_MS): Promise<LogLine> {
    const known = this.lines.find(fits);
    if (known !== undefined) return known;
    const error = (what: string): Error => new Error(`${this.#service} ${what}:\n${this.tail()}`);
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw error(`has ended (${end})`);
    return new Promise((resolve, reject) => {
      const finish = (act: () => void): void => {
        clearTimeout(timer);
        this.#events.off('line', onLine);
        child.off('exit', onExit);
        act();
      };
      const onLine = (line: LogLine): void => {
        if (fits(line)) finish(() => resolve(line));
      };
      const onExit = (code: number | null, signal: string | null): void =>
        finish(() => reject(error(`ended (${code ?? signal})`)));
      const timer = setTimeout(() => finish(() => reject(error(`did not log it within ${withinMs} ms`))), withinMs);
      this.#events.on('line', onLine);
      child.once('exit', onExit);
    });
  }
}

function parseLine(text: string): LogLine {
  try {
    return JSON.parse(text) as LogLine;
  } catch {
    return { msg: text };
  }
}
