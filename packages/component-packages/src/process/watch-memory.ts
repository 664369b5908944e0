import { readFile } from 'node:fs/promises';

/** Buffers are outside V8's own limit, and fill 100 MB in about this time. */
const LOOK_EVERY_MS = 50;
/** The page size of Linux on x86-64 and arm64 as distributions build it. */
const PAGE_BYTES = 4_096;

/**
 * Measures a process from outside, and calls `onExceeded` once when its resident memory exceeds the limit. Only Linux
 * reports it without starting another process.
 *
 * @returns stops watching
 */
export function watchMemory(pid: number, maxBytes: number, onExceeded: () => void): () => void {
  if (process.platform !== 'linux') return () => undefined;
  const timer = setInterval(() => {
    void residentBytes(pid).then((bytes) => {
      if (bytes <= maxBytes) return;
      clearInterval(timer);
      onExceeded();
    });
  }, LOOK_EVERY_MS);
  return () => clearInterval(timer);
}

/** Returns 0 when the process has ended. */
async function residentBytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '');
  return Number(text.split(' ')[1] ?? 0) * PAGE_BYTES;
}
