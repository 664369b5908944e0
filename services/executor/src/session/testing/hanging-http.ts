import { httpFrom } from './session-fixture.ts';

/** Returns servers that never answer, and the paths of the aborted requests. */
export function hangingHttp() {
  const aborted: string[] = [];
  const http = httpFrom(
    (call, signal) =>
      new Promise((_resolve, reject) =>
        signal.addEventListener('abort', () => {
          aborted.push(call.url.pathname);
          reject(signal.reason as Error);
        }),
      ),
  );
  return { aborted, http };
}
