import { setImmediate as nextSlice } from 'node:timers/promises';
import type { Execution, HostThrottle } from '@workflow/session-store';
import type { Throttles } from '@workflow/component-kit/run';

type Store = Pick<Execution, 'takeThrottledTurn' | 'readThrottleBlock' | 'blockThrottled' | 'readHostThrottles'>;

/** The reads of one organization: the present one, and the one that follows it. */
interface Reads {
  current: Promise<HostThrottle[]> | null;
  next: Promise<HostThrottle[]> | null;
}

/**
 * Returns the throttles of each organization. Its rates for hosts are read again for each call, so that a change
 * applies at once. Calls in one turn of the event loop (as for sessions of one job), or during a read, share the next
 * one.
 */
export function createThrottles(store: Store): (organizationId: string) => Throttles {
  const reads = new Map<string, Reads>();

  function read(organizationId: string, own: Reads): Promise<HostThrottle[]> {
    const current = store.readHostThrottles(organizationId);
    Object.assign(own, { current, next: null });
    const end = (): void => {
      own.current = null;
      if (own.next === null) reads.delete(organizationId);
    };
    current.then(end, end);
    return current;
  }

  /** Returns the rates. A read that has begun may have missed the newest change. */
  function hostsOf(organizationId: string): Promise<HostThrottle[]> {
    const own = reads.get(organizationId) ?? { current: null, next: null };
    reads.set(organizationId, own);
    const begin = (): Promise<HostThrottle[]> => read(organizationId, own);
    own.next ??= (own.current ?? nextSlice()).then(begin, begin);
    return own.next;
  }

  return (organizationId) => ({
    rateOf: async (host) => (await hostsOf(organizationId)).find((throttle) => throttle.host === host) ?? null,
    take: (key, rate) => store.takeThrottledTurn({ organizationId, key, ...rate }),
    blockedMs: (key) => store.readThrottleBlock(organizationId, key),
    block: (key, forMs) => store.blockThrottled(organizationId, key, forMs),
  });
}
