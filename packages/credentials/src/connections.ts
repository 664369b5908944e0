import { isIP } from 'node:net';

/** What a certificate is checked against, of a host that is connected to by address: TLS names no addresses. */
export function servernameOf(host: string): { servername?: string } {
  return isIP(host) === 0 ? { servername: host } : {};
}

/** Does what needs a connection, and closes it at the end, or when the time is up. Rejects with the signal's reason. */
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
