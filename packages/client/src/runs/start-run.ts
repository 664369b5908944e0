import type { Schemas } from '../api.ts';
import type { Transport } from '../http/transport.ts';
import { unlessAborted } from '../http/abort.ts';
import { newIdempotencyKey } from './new-idempotency-key.ts';
import { mayBeOutdated, type Starts } from './resolve-start.ts';
import { timesOf, type PlaceholderValues, type RunOptions } from './run-options.ts';

export interface RunCall {
  workflow: string;
  values: PlaceholderValues;
  options: RunOptions;
  /** Seconds to wait for the end. Default: do not wait. */
  waitSeconds?: number;
}

/**
 * Starts a run once, even if the request is sent several times. If a cached trigger was deleted, it is looked up again
 * once.
 * @throws ApiError, ConnectionError, AbortError, TriggerError, WorkflowNameError
 * @throws TypeError for an idempotency key that a header cannot contain
 */
export async function startRun(transport: Transport, starts: Starts, call: RunCall): Promise<Schemas['RunResponse']> {
  const { workflow, options } = call;
  const key = options.idempotencyKey ?? newIdempotencyKey();
  if (!/^[ -~]*$/.test(key)) throw new TypeError('idempotencyKey must be of the letters, digits and signs of ASCII');
  const start = (): ReturnType<Starts['resolve']> => unlessAborted(options.signal, starts.resolve(workflow, options));
  const from = await start();
  try {
    return await post(transport, from, key, call);
  } catch (error) {
    if (!mayBeOutdated(error) || !starts.forget(workflow)) throw error;
    const now = await start();
    if (now.componentId === from.componentId && now.workflowId === from.workflowId) throw error;
    return post(transport, now, key, call);
  }
}

async function post(
  transport: Transport,
  from: { workflowId: string; componentId: string },
  key: string,
  { values, options, waitSeconds }: RunCall,
): Promise<Schemas['RunResponse']> {
  const { mode, signal } = options;
  const answer = await transport.json({
    method: 'POST',
    path: '/v1/workflow/run',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': key,
      ...(waitSeconds !== undefined && { prefer: `wait=${waitSeconds}` }),
    },
    body: JSON.stringify({ ...from, mode, ...timesOf(options), placeholderValues: values }),
    repeat: 'keyed',
    signal,
    ...(waitSeconds !== undefined && { timeoutMs: transport.options.timeoutMs + waitSeconds * 1_000 }),
  });
  return answer as Schemas['RunResponse'];
}
