import { AbortError } from '../errors/client-errors.ts';

/** Checks the signal. @throws AbortError when the signal was aborted */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true) throw new AbortError(signal.reason);
}

/** Returns the result of the promise. @throws AbortError as soon as the signal is aborted */
export async function unlessAborted<Result>(signal: AbortSignal | undefined, work: Promise<Result>): Promise<Result> {
  if (signal === undefined) return work;
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(new AbortError(signal.reason));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener('abort', stop);
    // Ignores a later failure.
    work.catch(() => undefined);
  }
}

/** Resolves after this time. @throws AbortError as soon as the signal is aborted */
export async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfAborted(signal);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const ended = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await unlessAborted(signal, ended);
  } finally {
    clearTimeout(timer);
  }
}
