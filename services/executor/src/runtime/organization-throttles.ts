import { setImmediate as nextSlice } from 'node:timers/promises';
import type { Execution, HostThrottle } from '@workflow/session-store';
import type { Throttles } from '@workflow/component-kit/run';

type Store = Pick<Execution, 'takeThrottledTurn' | 'readThrottleBlock' | 'blockThrottled' | 'readHostThrottles'>;

/** The reads of one organization: the current one, and the next one. */
interface Reads {
  current: Promise<HostThrottle[]> | null;
  next: Promise<HostThrottle[]> | null;
}

/**
 * Returns the throttles of each organization. Rates of hosts are read again for each call, so that a change applies
 * immediately. Calls in one turn of the event loop, such as those of a job's sessions, or during a read share the next
 * read.
 */
export function createThrottles(store: Store): (organizationId: string) => Throttles {
  const reads = new Map<string, Reads>();

  function read(organizationId: string, readsOfOne: Reads): Promise<HostThrottle[]> {
    const current = store.readHostThrottles(organizationId);
    Object.assign(readsOfOne, { current, next: null });
    const end = (): void => {
      readsOfOne.current = null;
      if (readsOfOne.next === null) reads.delete(organizationId);
    };
    current.then(end, end);
    return current;
  }

  /** Returns the rates. A read that has already begun may miss the newest change, so it is not used. */
  function hostsOf(organizationId: string): Promise<HostThrottle[]> {
    const readsOfOne = reads.get(organizationId) ?? { current: null, next: null };
    reads.set(organizationId, readsOfOne);
    const begin = (): Promise<HostThrottle[]> => read(organizationId, readsOfOne);
    readsOfOne.next ??= (readsOfOne.current ?? nextSlice()).then(begin, begin);
    return readsOfOne.next;
  }

  return (organizationId) => ({
    rateOf: async (host) => (await hostsOf(organizationId)).find((throttle) => throttle.host === host) ?? null,
    take: (key, rate) => store.takeThrottledTurn({ organizationId, key, ...rate }),
    blockedMs: (key) => store.readThrottleBlock(organizationId, key),
    block: (key, forMs) => store.blockThrottled(organizationId, key, forMs),
  });
}
