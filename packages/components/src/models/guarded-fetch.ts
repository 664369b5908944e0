import { hasTooManyShapes, StepFailure, type ComponentHttp } from '@workflow/component-kit/run';
import { outsideLibraries } from '@workflow/outbound/library-use';

/** The maximum size of a response: more than a model writes at once. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/**
 * The limits of a response around the text of the model. Usual ones have a few dozen lists and objects. The library
 * reads all of them on the executor's thread: 23,000 unrequested tool calls took 4.6 s.
 */
const ANSWER_LIMITS = { shapes: 2_000, containers: 2_000, uncounted: 4_096 };

/** Headers that describe the body during transfer. The library gets the decoded bytes. */
const OF_TRANSFER = new Set(['content-encoding', 'content-length', 'transfer-encoding']);

/**
 * Returns a `fetch` for the library that uses the guarded client. It follows redirects, to other hosts without the key.
 */
export function guardedFetch(http: ComponentHttp): typeof fetch {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const call = {
      method: init.method ?? 'GET',
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      body: typeof init.body === 'string' ? init.body : null,
    };
    const { status, headers, body } = await outsideLibraries(() => http.send(call));
    const problem = problemWith(body);
    if (problem !== null && status < 400)
      throw new StepFailure('MODEL_FAILED', `the answer of the server of models ${problem}`);
    const given = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
      value === undefined || OF_TRANSFER.has(name) ? [] : [[name, String(value)]],
    );
    // The status of an error is enough where its body cannot be read.
    const isEmpty = body.length === 0 || problem !== null;
    return new Response(isEmpty ? null : new Uint8Array(body), { status, headers: given });
  };
}

/** Returns why the library must not read a body; null: it may. */
function problemWith(body: Buffer): string | null {
  if (body.length > MAX_ANSWER_BYTES) return `has ${body.length} bytes, and may have ${MAX_ANSWER_BYTES}`;
  if (!hasTooManyShapes(body.toString('utf8'), ANSWER_LIMITS)) return null;
  const { shapes, containers } = ANSWER_LIMITS;
  return `has more than ${containers} lists and objects, or more than ${shapes} names of members`;
}
