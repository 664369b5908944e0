import type { Session, StartedRun } from './api.ts';
import { runBatch } from './batch/batch.ts';
import type { BatchResult, BatchRun } from './batch/batch-run.ts';
import { openFiles, type Files } from './files.ts';
import { routeCaller, type CallRoute } from './http/operations.ts';
import { Transport } from './http/transport.ts';
import { Starts } from './runs/resolve-start.ts';
import { runAndWait } from './runs/run-and-wait.ts';
import type { PlaceholderValues, RunOptions, ValuesOf } from './runs/run-options.ts';
import { startRun } from './runs/start-run.ts';
import { openSessions, type Abortable, type Sessions } from './sessions/sessions.ts';
import { openWorkflows, type Workflows } from './workflows.ts';

export interface ClientOptions {
  /** Address of the service, such as `https://workflow.example.com`. */
  baseUrl: string;
  /** Omit it in pages of the console's own origin, which send their cookie. */
  apiKey?: string | undefined;
  /** Sends requests. Default: the `fetch` of Node.js or the browser. */
  fetch?: typeof fetch | undefined;
  /** Maximum time without data during one try, in milliseconds. Default: 30,000. */
  timeoutMs?: number | undefined;
  /** Maximum number of tries after the first one. Default: 5. */
  maxRetries?: number | undefined;
}

/** Calls one service with one API key. */
export interface Client {
  /**
   * Starts a run and returns when it is accepted. It starts only once, even if the request is sent several times.
   *
   * @param workflow id or name
   * @param values by placeholder; fields of objects have dotted keys, such as `customer.name`
   *
   * @example
   * const { sessionId } = await client.run('Greet', { name: 'Ada' });
   * console.log(sessionId);
   *
   * @throws BadRequestError for an invalid value; NotFoundError; TriggerError when the trigger is ambiguous;
   * RateLimitError, ServerError, ConnectionError when all tries failed; AbortError
   */
  run<Workflow extends string>(
    workflow: Workflow,
    values: ValuesOf<Workflow>,
    options?: RunOptions,
  ): Promise<StartedRun>;

  /**
   * Starts a run and returns its session when it has ended, however long that takes. A failed session is returned as
   * well: `unwrap` turns it into an error.
   *
   * @example
   * const session = await client.runAndWait('Greet', { name: 'Ada' });
   * if (session.status === 'SUCCEEDED') console.log(session.output);
   * else console.log(session.error?.code, session.error?.message);
   *
   * @throws as `run`
   */
  runAndWait<Workflow extends string>(
    workflow: Workflow,
    values: ValuesOf<Workflow>,
    options?: RunOptions,
  ): Promise<Session>;

  /**
   * Starts many runs, each once, and yields their results in the order of the runs. Runs are read when they are needed,
   * so few are in memory. If an answer ends early, unanswered runs are sent again. A refused run yields an `error` and
   * does not stop the others. If all further runs are affected, the iteration throws.
   *
   * @example
   * async function* runs() {
   *   for (const name of ['Ada', 'Grace', 'Edsger']) yield { workflow: 'Greet', values: { name } };
   * }
   * for await (const { index, sessionId, error } of client.batch(runs())) {
   *   console.log(index, sessionId ?? error.message);
   * }
   *
   * @throws ConnectionError, ServerError, RateLimitError when no run got a result in `maxRetries` requests in a row;
   * UnauthorizedError, PermissionDeniedError; AbortError; errors of the iterable
   */
  batch(runs: Iterable<BatchRun> | AsyncIterable<BatchRun>, options?: Abortable): AsyncIterable<BatchResult>;

  readonly sessions: Sessions;
  readonly workflows: Workflows;
  readonly files: Files;

  /**
   * Calls any route of the service by method and path, with the types of its OpenAPI document.
   *
   * @example
   * const { data } = await client.call('GET /v1/caller');
   * console.log(data.kind, data.name, data.scopes);
   */
  readonly call: CallRoute;
}

const TIMEOUT_MS = 30_000;
const MAX_RETRIES = 5;

/**
 * Creates a client of one service.
 *
 * @example
 * import { createClient } from '@workflow/client';
 *
 * const client = createClient({ baseUrl: 'https://workflow.example.com', apiKey: process.env.WORKFLOW_API_KEY });
 *
 * @throws TypeError for invalid options, such as a malformed address
 */
export function createClient(options: ClientOptions): Client {
  const { baseUrl, apiKey, timeoutMs, maxRetries } = checked(options);
  const transport = new Transport({
    baseUrl,
    headers: apiKey === undefined ? {} : { 'x-api-key': apiKey },
    // Read for each call, so that a replaced global `fetch` is used.
    fetch: options.fetch ?? ((...request) => globalThis.fetch(...request)),
    timeoutMs,
    maxRetries,
  });
  const call = routeCaller(transport);
  const starts = new Starts(call);
  return {
    run: async (workflow, values, options = {}) => {
      const { workflowId, componentId, placeholderValues, sessionId, gathered } = await startRun(transport, starts, {
        workflow,
        values: values as PlaceholderValues,
        options,
      });
      return { workflowId, componentId, placeholderValues, sessionId, ...(gathered !== undefined && { gathered }) };
    },
    runAndWait: (workflow, values, options = {}) =>
      runAndWait(transport, starts, { workflow, values: values as PlaceholderValues, options }),
    batch: (runs, { signal } = {}) => runBatch(transport, starts, runs, signal),
    sessions: openSessions(transport, call),
    workflows: openWorkflows(call, starts),
    files: openFiles(transport),
    call,
  };
}

/** Refuses options with which every call would fail or be repeated forever. */
function checked({ baseUrl, apiKey, timeoutMs = TIMEOUT_MS, maxRetries = MAX_RETRIES }: ClientOptions) {
  if (!(timeoutMs > 0)) throw new TypeError(`timeoutMs must be a number above 0: ${timeoutMs}`);
  if (maxRetries !== Infinity && !(Number.isInteger(maxRetries) && maxRetries >= 0))
    throw new TypeError(`maxRetries must be a whole number from 0: ${maxRetries}`);
  return { baseUrl: addressOf(baseUrl), apiKey: keyOf(apiKey), timeoutMs, maxRetries };
}

/** Returns the address without a slash at its end. */
function addressOf(baseUrl: string): string {
  // The address must be absolute, because pages would resolve a relative one.
  if (!/^https?:\/\//i.test(baseUrl)) throw new TypeError(`baseUrl must begin with http:// or https://: ${baseUrl}`);
  const { username, password, search, hash, href } = new URL(baseUrl);
  // The error does not repeat the address, because it may contain a password.
  if (username !== '' || password !== '' || search !== '' || hash !== '')
    throw new TypeError('baseUrl must have no user, password, query or fragment');
  return href.replace(/(?<!\/)\/+$/, '');
}

/** Checks the key, because the error of `fetch` would contain it. */
function keyOf(apiKey: string | undefined): string | undefined {
  const key = apiKey?.trim();
  if (key !== undefined && !/^[!-~]*$/.test(key)) throw new TypeError('apiKey has characters that no API key has');
  return key;
}
