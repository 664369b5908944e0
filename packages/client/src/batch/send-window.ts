import { apiErrorOf, type ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/client-errors.ts';
import { pause, unlessAborted } from '../http/abort.ts';
import { pauseBeforeNextTry } from '../http/retry-policy.ts';
import type { Transport } from '../http/transport.ts';
import { mayBeOutdated, type Starts } from '../runs/resolve-start.ts';
import type { BatchResult } from './batch-run.ts';
import type { BatchWindow } from './batch-window.ts';
import { postLines, type LineAnswer } from './post-lines.ts';

interface Sending {
  transport: Transport;
  starts: Starts;
  signal: AbortSignal | undefined;
}

/** The runs that one request did not settle, by place, with the reasons, and whether any run of it got its result. */
interface Left {
  places: number[];
  /** The refusals by place. */
  refusals: Map<number, ApiError>;
  /** The reason why the answer ended before its last line. */
  failure: Error | null;
  progressed: boolean;
}

/**
 * Sends the runs until each has a result, and yields the results in order as soon as they are known. Runs that were not
 * answered, or were refused temporarily, are sent again. It ends after `maxRetries` requests in a row in which no run
 * got a result.
 *
 * @throws ConnectionError, ApiError of the request as a whole, AbortError
 */
export async function* sendWindow(window: BatchWindow, sending: Sending): AsyncGenerator<BatchResult[]> {
  const { firstIndex } = window;
  const results = new Map<number, BatchResult>();
  for (const [place, error] of window.unsent) results.set(firstIndex + place, { index: firstIndex + place, error });
  let next = firstIndex;
  const takeKnown = (): BatchResult[] => {
    const known: BatchResult[] = [];
    for (let result = results.get(next); result !== undefined; result = results.get(next)) {
      results.delete(next);
      known.push(result);
      next += 1;
    }
    return known;
  };
  let places = window.places();
  let fruitless = 0;
  while (places.length > 0) {
    const left: Left = { places: [], refusals: new Map(), failure: null, progressed: false };
    for await (const answered of answersOf(window, places, left, sending)) {
      for (const result of answered) results.set(result.index, result);
      const known = takeKnown();
      if (known.length > 0) yield known;
    }
    places = left.places;
    if (places.length === 0) break;
    fruitless = left.progressed ? 1 : fruitless + 1;
    const waitMs = pauseAfter(left, fruitless);
    if (waitMs === null || fruitless > sending.transport.options.maxRetries) {
      if (left.failure !== null) throw left.failure;
      for (const [place, error] of left.refusals) results.set(firstIndex + place, { index: firstIndex + place, error });
      break;
    }
    await pause(waitMs, sending.signal);
  }
  const known = takeKnown();
  if (known.length > 0) yield known;
}

/** Yields the results of one request and records the unsettled runs in `left`. */
async function* answersOf(
  window: BatchWindow,
  places: readonly number[],
  left: Left,
  sending: Sending,
): AsyncGenerator<BatchResult[], void, void> {
  let answered = 0;
  try {
    for await (const answers of postLines(sending.transport, window.body(places), sending.signal)) {
      const results: BatchResult[] = [];
      for (const answer of answers) {
        const place = places[answer.line - 1];
        // This line refuses the batch as a whole, for example because it is too large.
        if (place === undefined || answer.line !== answered + 1) throw unexpected(answer);
        answered = answer.line;
        const index = window.firstIndex + place;
        if (answer.sessionId !== undefined) {
          results.push(accepted(index, answer.sessionId, answer.gathered));
          continue;
        }
        const error = unexpected(answer);
        if (await isSentAgain(window, place, error, sending)) {
          left.places.push(place);
          left.refusals.set(place, error);
        } else results.push({ index, error });
      }
      left.progressed ||= results.length > 0;
      yield results;
    }
    if (answered < places.length) throw new ConnectionError('The answer to a batch ended before its last line');
  } catch (error) {
    if (pauseBeforeNextTry(error, 1, 'keyed', 0) === null) throw error;
    left.failure = error as Error;
    for (const place of places.slice(answered)) left.places.push(place);
  }
}

function accepted(index: number, sessionId: string, gathered: boolean | undefined): BatchResult {
  return gathered === true ? { index, sessionId, gathered } : { index, sessionId };
}

/**
 * Returns true if a refused run is sent again: unchanged, or from the current trigger of its workflow. That trigger is
 * set in the window.
 */
async function isSentAgain(
  window: BatchWindow,
  place: number,
  error: ApiError,
  { starts, signal }: Sending,
): Promise<boolean> {
  if (pauseBeforeNextTry(error, 1, 'keyed', 0) !== null) return true;
  const workflow = window.workflowOf(place);
  if (workflow === null || !mayBeOutdated(error)) return false;
  const sent = window.startOf(place);
  starts.forget(workflow);
  const now = await unlessAborted(signal, starts.resolve(workflow, { mode: sent.mode })).catch(() => null);
  if (now === null || (now.componentId === sent.componentId && now.workflowId === sent.workflowId)) return false;
  window.startAt(place, now);
  return true;
}

function pauseAfter({ refusals, failure }: Left, fruitless: number): number | null {
  const errors = [...refusals.values(), ...(failure === null ? [] : [failure])];
  const pauses = errors.map((error) => pauseBeforeNextTry(error, fruitless, 'keyed', Math.random()) ?? 0);
  return Math.max(0, ...pauses);
}

function unexpected(answer: LineAnswer): ApiError {
  return apiErrorOf(answer.httpStatus, answer, answer.retryAfter ?? null);
}
