import { isIP } from 'node:net';

/**
 * Returns the name that a certificate is checked against if a host is connected to by address. TLS does not use
 * addresses as names.
 */
export function servernameOf(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

/** Runs `work`, and calls `close` when it ends or the signal aborts. Rejects with the signal's reason. */
export async function closeOnAbort<Result>(
  signal: AbortSignal,
  close: () => unknown,
  work: () => Promise<Result>,
): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    signal.throwIfAborted();
    return await Promise.race([work(), aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
    close();
  }
}
