import type { ExecutorRequests, TakenRequest } from '@workflow/session-store';
import type { Repetition } from '../loops/repeat.ts';
import { workLoop, type WorkLoopParts } from '../loops/work-loop.ts';
import type { RequestTools } from './request-tools.ts';
import { testCredential } from './test-credential.ts';

const IDLE_MS = 250;
const BASE_BACK_OFF_MS = 250;
const MAX_BACK_OFF_MS = 2_000;
/** The part of the time that ingress waits which is reserved for sending the answer. */
const RESERVED_MS = 1_500;

interface RequestParts extends WorkLoopParts {
  requests: Pick<ExecutorRequests, 'take' | 'answer'>;
  tools: RequestTools;
  /** Maximum number of requests that are answered at the same time. */
  most: number;
}

/**
 * Answers requests of ingress that need run code. Every executor runs this loop, and one executor answers each request.
 */
export function runRequests({ requests, tools, most, ...parts }: RequestParts): Repetition {
  const stopping = new AbortController();
  const underWay = new Set<Promise<void>>();

  async function answer(request: TakenRequest): Promise<void> {
    const withinMs = Math.max(1, Math.round(request.leftMs - RESERVED_MS));
    const outcome = await testCredential(request, tools, withinMs, stopping.signal);
    await requests.answer(request.id, { ...outcome });
  }

  async function round(): Promise<number> {
    const room = most - underWay.size;
    const claimed = room > 0 ? await requests.take(room) : [];
    for (const request of claimed) {
      const answering = answer(request)
        .catch(loop.failed)
        .finally(() => underWay.delete(answering));
      underWay.add(answering);
    }
    return IDLE_MS;
  }

  const loop = workLoop(parts, {
    name: 'requests',
    kinds: ['requests'],
    message: 'Could not answer requests of ingress; trying again',
    baseMs: BASE_BACK_OFF_MS,
    maxMs: MAX_BACK_OFF_MS,
    round,
  });
  return {
    stop: async () => {
      stopping.abort(new Error('the executor that tried it was stopped'));
      await loop.stop();
      await Promise.all(underWay);
      await tools.http.close();
    },
  };
}
