import { write } from 'node:fs';
import { redactText } from './redaction.ts';

/** Lines that may wait for a slow reader; more are dropped and counted, so logging never eats the memory. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
const RETRY_MS = 10;

export interface LogDestination {
  write(line: string): void;
  /** Resolves when all lines given so far were written, or after `withinMs`. */
  flush(withinMs: number): Promise<void>;
}

/** Writes lines to a file descriptor in the order they come, one write under way at a time, never blocking the loop. */
export function createLogDestination(fd: number, format: (line: string) => string = (line) => line): LogDestination {
  let waiting: string[] = [];
  let waitingBytes = 0;
  let current: Buffer | null = null;
  let dropped = 0;
  let idle: (() => void)[] = [];

  function next(): void {
    if (waiting.length === 0) {
      current = null;
      const done = idle;
      idle = [];
      for (const resolve of done) resolve();
      return;
    }
    if (dropped > 0) {
      waiting.push(`${JSON.stringify({ level: 40, time: Date.now(), msg: 'log lines were dropped, the reader is too slow', dropped })}\n`);
      dropped = 0;
    }
    current = Buffer.from(waiting.join(''));
    waiting = [];
    waitingBytes = 0;
    put(current);
  }

  function put(bytes: Buffer): void {
    write(fd, bytes, 0, bytes.length, null, (error, written) => {
      if (error !== null) {
        // A pipe that is full says EAGAIN; one that nobody reads any more takes nothing ever again.
        if (error.code === 'EAGAIN') setTimeout(put, RETRY_MS, bytes);
        else next();
      } else if (written < bytes.length) put(bytes.subarray(written));
      else next();
    });
  }

  return {
    write: (line) => {
      if (waitingBytes > MAX_BUFFERED_BYTES) {
        dropped += 1;
        return;
      }
      waiting.push(format(redactText(line)));
      waitingBytes += line.length;
      if (current === null) next();
    },
    flush: (withinMs) =>
      current === null
        ? Promise.resolve()
        : new Promise((resolve) => {
            const timer = setTimeout(resolve, withinMs);
            idle.push(() => {
              clearTimeout(timer);
              resolve();
            });
          }),
  };
}
