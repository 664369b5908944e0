import type { HttpCall } from '@workflow/outbound';
import type { Json } from '@workflow/workflow-model';
import type { ComponentHttp } from '../run/run-context.ts';

/** The response of a server. Default: 200 with an empty body. `json` is sent as JSON, `body` unchanged. */
export interface TestedAnswer {
  status?: number;
  /** Headers, with names in lower case. */
  headers?: Record<string, string>;
  json?: Json;
  body?: string;
}

/** Returns an HTTP client that gives these responses in turn, and records the requests. */
export function answerRequests(answers: readonly TestedAnswer[], requests: HttpCall[]): ComponentHttp {
  return {
    send: async (call) => {
      const answer = answers[requests.length];
      requests.push(call);
      if (answer === undefined) throw new Error(`no answer was given for ${call.method} ${call.url.href}`);
      const { status = 200, json, body = json === undefined ? '' : JSON.stringify(json) } = answer;
      const headers = { ...(json !== undefined && { 'content-type': 'application/json' }), ...answer.headers };
      call.onAnswer?.({ method: call.method, status });
      const take = call.streamTo?.({ status, headers }) ?? null;
      if (take === null) return { status, headers, body: Buffer.from(body) };
      await take(onlyOne(Buffer.from(body)));
      return { status, headers, body: Buffer.alloc(0) };
    },
  };
}

async function* onlyOne(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}
