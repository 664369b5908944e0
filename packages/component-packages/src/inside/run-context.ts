import type { ComponentCall } from '../process/component-call.ts';

interface HttpCall {
  method: string;
  url: URL | string;
  headers?: Record<string, string>;
  body?: string | null;
}

/** Returns the context for run code of a package: the part of `RunContext` that needs nothing of the executor. */
export function runContextOf({
  config,
  idempotencyKey,
  timeoutMs,
  maxOutputBytes,
}: Extract<ComponentCall, { name: 'run' }>) {
  // The process is ended at the limit. This signal fires at the same time for code that can end its work itself.
  const signal = AbortSignal.timeout(timeoutMs);
  return {
    config,
    idempotencyKey,
    timeoutMs,
    maxOutputBytes,
    signal,
    now: () => Date.now(),
    http: {
      /** Follows redirects. */
      async send({ method, url, headers = {}, body = null }: HttpCall) {
        const answer = await fetch(url, { method, headers, body, signal });
        return {
          status: answer.status,
          headers: Object.fromEntries(answer.headers),
          body: Buffer.from(await answer.arrayBuffer()),
        };
      },
    },
  };
}
