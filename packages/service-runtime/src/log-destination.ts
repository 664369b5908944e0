import { write } from 'node:fs';
import { redactText } from './redaction.ts';

/**
 * The bytes of lines that may wait for a slow reader. Further lines are dropped and counted, so that logging never
 * fills the memory.
 */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
const RETRY_MS = 10;
/**
 * Lines are collected for this time, or up to this many bytes. One write per line costs a tenth of an accepted run, and
 * wakes a thread, the event loop and the reader. The time spans several runs of a caller that waits for each.
 */
const GATHER_MS = 25;
const GATHER_BYTES = 64 * 1024;

export interface LogDestination {
  write(line: string): void;
  /** Resolves when all lines so far were written, or after `withinMs`. */
  flush(withinMs: number): Promise<void>;
}

/**
 * Writes lines to a file descriptor in the order in which they arrive. It writes many lines at a time, one write after
 * another, and never blocks the loop.
 */
export function createLogDestination(fd: number, format: (line: string) => string = (line) => line): LogDestination {
  let waiting: string[] = [];
  let waitingBytes = 0;
  let writing = false;
  let timer: NodeJS.Timeout | undefined;
  let dropped = 0;
  let idle: (() => void)[] = [];

  function schedule(): void {
    if (writing) return;
    if (waitingBytes >= GATHER_BYTES || idle.length > 0) writeWaiting();
    else timer ??= setTimeout(writeWaiting, GATHER_MS);
  }

  function writeWaiting(): void {
    clearTimeout(timer);
    timer = undefined;
    if (dropped > 0) {
      const msg = 'Dropped log lines because the reader is too slow';
      waiting.push(`${JSON.stringify({ level: 40, time: Date.now(), msg, dropped })}\n`);
      dropped = 0;
    }
    const bytes = Buffer.from(waiting.join(''));
    waiting = [];
    waitingBytes = 0;
    writing = true;
    put(bytes);
  }

  function put(bytes: Buffer): void {
    write(fd, bytes, 0, bytes.length, null, (error, written) => {
      if (error !== null) {
        // A full pipe answers EAGAIN. A pipe without a reader never accepts anything again.
        if (error.code === 'EAGAIN') setTimeout(put, RETRY_MS, bytes);
        else end();
      } else if (written < bytes.length) put(bytes.subarray(written));
      else end();
    });
  }

  function end(): void {
    writing = false;
    if (waiting.length > 0) return schedule();
    const done = idle;
    idle = [];
    for (const resolve of done) resolve();
  }

  return {
    write: (line) => {
      if (waitingBytes > MAX_BUFFERED_BYTES) {
        dropped += 1;
        return;
      }
      waiting.push(format(redactText(line)));
      waitingBytes += line.length;
      schedule();
    },
    flush: (withinMs) =>
      !writing && waiting.length === 0
        ? Promise.resolve()
        : new Promise((resolve) => {
            const giveUp = setTimeout(resolve, withinMs);
            idle.push(() => {
              clearTimeout(giveUp);
              resolve();
            });
            schedule();
          }),
  };
}
