import type { Dispatch } from '@workflow/session-store';
import { repeat, type Repetition } from '../retry/repeat.ts';

/** Leases, of which an executor takes one to do something that one executor at a time does. */
export type Leases = Pick<Dispatch, 'acquireLease' | 'releaseLease'>;

export interface LeasedLoop {
  lease: Parameters<Dispatch['acquireLease']>[0];
  /** Another executor takes a lease that was not renewed for this long. */
  leaseMs: number;
  /** How long to wait before asking again for a lease that another executor has. */
  askEveryMs: number;
  leases: Leases;
  executorId: string;
  /** What `repeat` runs, while this executor has the lease. */
  round: () => Promise<number>;
  /** For failures that are not the store's: how long to wait. Left out: all are the store's. */
  onError?: (error: unknown) => number;
  onStoreFailure: (error: unknown) => void;
}

/** Repeats `round` on one executor at a time. Each round renews the lease, and `stop` releases it. */
export function repeatWithLease(loop: LeasedLoop): Repetition {
  const { lease, leaseMs, askEveryMs, leases, executorId, round, onStoreFailure } = loop;
  const waitAfterFailure = (error: unknown): number => {
    onStoreFailure(error);
    return askEveryMs;
  };
  let leads = false;
  const repetition = repeat(
    lease,
    async () => {
      leads = await leases.acquireLease(lease, executorId, leaseMs);
      return leads ? round() : askEveryMs;
    },
    loop.onError ?? waitAfterFailure,
  );
  return {
    stop: async () => {
      await repetition.stop();
      if (leads) await leases.releaseLease(lease, executorId).catch(onStoreFailure);
    },
  };
}
