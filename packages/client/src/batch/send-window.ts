import { apiErrorOf, type ApiError } from '../errors/api-error.ts';
import { ConnectionError } from '../errors/client-errors.ts';
import { pause, unlessAborted } from '../http/abort.ts';
import { pauseBeforeNextTry } from '../http/retry-policy.ts';
import type { Transport } from '../http/transport.ts';
import { mayBeOutdated, type Starts } from '../runs/resolve-start.ts';
import { batchLine, type BatchLine } from './batch-line.ts';
import type { BatchResult } from './batch-run.ts';
import type { BatchEntry } from './line-source.ts';
import { postLines, type LineAnswer } from './post-lines.ts';

interface Sending {
  transport: Transport;
  starts: Starts;
  signal: AbortSignal | undefined;
}

/** What one request left: lines to send again, why, and whether any run of it got its result. */
interface Left {
  lines: BatchLine[];
  /** The refusal of each line of `lines` that has one. */
  refusals: Map<BatchLine, ApiError>;
  /** Why the answer ended before its last line. */
  failure: Error | null;
  progressed: boolean;
}

/**
 * Sends the lines until each has a result, and gives the results in order as far as they are known. What was not
 * answered, or refused for now, is sent again; it ends after `maxRetries` requests in a row of which no run got a
 * result.
 *
 * @throws ConnectionError, ApiError of the request as a whole, AbortError
 */
export async function* sendWindow(entries: readonly BatchEntry[], sending: Sending): AsyncGenerator<BatchResult[]> {
  const results = new Map<number, BatchResult>();
  const order = entries.map((entry) => ('line' in entry ? entry.line.index : entry.result.index));
  for (const entry of entries) if ('result' in entry) results.set(entry.result.index, entry.result);
  let next = 0;
  const takeKnown = (): BatchResult[] => {
    const known: BatchResult[] = [];
    for (let result = results.get(order[next]!); result !== undefined; result = results.get(order[next]!)) {
      results.delete(order[next]!);
      known.push(result);
      next += 1;
    }
    return known;
  };
  let lines = entries.flatMap((entry) => ('line' in entry ? [entry.line] : []));
  let fruitless = 0;
  while (lines.length > 0) {
    const left: Left = { lines: [], refusals: new Map(), failure: null, progressed: false };
    for await (const answered of answersOf(lines, left, sending)) {
      for (const result of answered) results.set(result.index, result);
      const known = takeKnown();
      if (known.length > 0) yield known;
    }
    lines = left.lines;
    if (lines.length === 0) break;
    fruitless = left.progressed ? 1 : fruitless + 1;
    const waitMs = pauseAfter(left, fruitless);
    if (waitMs === null || fruitless > sending.transport.options.maxRetries) {
      if (left.failure !== null) throw left.failure;
      for (const [{ index }, error] of left.refusals) results.set(index, { index, error });
      break;
    }
    await pause(waitMs, sending.signal);
  }
  const known = takeKnown();
  if (known.length > 0) yield known;
}

/** The results that one request brings; what it does not settle is noted in `left`. */
async function* answersOf(
  lines: readonly BatchLine[],
  left: Left,
  { transport, starts, signal }: Sending,
): AsyncGenerator<BatchResult[], void, void> {
  let answered = 0;
  try {
    for await (const answers of postLines(transport, lines, signal)) {
      const results: BatchResult[] = [];
      for (const answer of answers) {
        const line = lines[answer.line - 1];
        // A line about the batch as a whole, such as that it is too large.
        if (line === undefined || answer.line !== answered + 1) throw unexpected(answer);
        answered = answer.line;
        const outcome = await outcomeOf(line, answer, starts, signal);
        if (outcome.kind === 'result') results.push(outcome.result);
        else left.lines.push(outcome.line);
        if (outcome.kind === 'refused') left.refusals.set(line, outcome.refusal);
      }
      left.progressed ||= results.length > 0;
      yield results;
    }
    if (answered < lines.length) throw new ConnectionError('The answer to a batch ended before its last line');
  } catch (error) {
    if (pauseBeforeNextTry(error, 1, 'keyed', 0) === null) throw error;
    left.failure = error as Error;
    left.lines.push(...lines.slice(answered));
  }
}

type Outcome =
  | { kind: 'result'; result: BatchResult }
  /** The same line may be accepted later. */
  | { kind: 'refused'; line: BatchLine; refusal: ApiError }
  /** The run starts at another trigger now. */
  | { kind: 'elsewhere'; line: BatchLine };

async function outcomeOf(
  line: BatchLine,
  answer: LineAnswer,
  starts: Starts,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  const { index } = line;
  const { httpStatus, sessionId, gathered, retryAfter = null } = answer;
  if (sessionId !== undefined)
    return { kind: 'result', result: { index, sessionId, ...(gathered === true && { gathered }) } };
  const error = apiErrorOf(httpStatus, answer, retryAfter);
  if (pauseBeforeNextTry(error, 1, 'keyed', 0) !== null) return { kind: 'refused', line, refusal: error };
  const elsewhere =
    mayBeOutdated(error) && line.mayStartElsewhere ? await startedElsewhere(line, starts, signal) : null;
  return elsewhere === null ? { kind: 'result', result: { index, error } } : { kind: 'elsewhere', line: elsewhere };
}

/** The line with the trigger that its workflow has now; null where that is the same, or none. */
async function startedElsewhere(
  line: BatchLine,
  starts: Starts,
  signal: AbortSignal | undefined,
): Promise<BatchLine | null> {
  const { index, run, start } = line;
  starts.forget(run.workflow);
  const now = await unlessAborted(signal, starts.resolve(run.workflow, run)).catch(() => null);
  if (now === null || (now.componentId === start.componentId && now.workflowId === start.workflowId)) return null;
  return { ...batchLine(index, run, now), mayStartElsewhere: false };
}

function pauseAfter({ refusals, failure }: Left, fruitless: number): number | null {
  const errors = [...refusals.values(), ...(failure === null ? [] : [failure])];
  const pauses = errors.map((error) => pauseBeforeNextTry(error, fruitless, 'keyed', Math.random()) ?? 0);
  return Math.max(0, ...pauses);
}

function unexpected(answer: LineAnswer): Error {
  return apiErrorOf(answer.httpStatus, answer, answer.retryAfter ?? null);
}
