import type { Dispatch } from '@workflow/session-store';
import { repeat, type Repetition } from '../loops/repeat.ts';

/** The leases for work that only one executor does at a time. */
type Leases = Pick<Dispatch, 'acquireLease' | 'releaseLease'>;

/** The parts that all loops with a lease share. */
export interface LeasedLoopParts {
  executorId: string;
  leases: Leases;
  onStoreFailure: (error: unknown) => void;
}

interface LeasedLoop {
  lease: Parameters<Dispatch['acquireLease']>[0];
  /** Another executor may acquire a lease that was not renewed for this long. */
  leaseMs: number;
  /** The pause between attempts to acquire a lease that another executor has. */
  askEveryMs: number;
  /** The work that is repeated while this executor has the lease. */
  round: () => Promise<number>;
  /** Returns the pause after failures that are not caused by the store. If left out, all failures are. */
  onError?: (error: unknown) => number;
}

/** Repeats `round` on one executor at a time. Each round renews the lease, and `stop` releases it. */
export function repeatWithLease(parts: LeasedLoopParts, loop: LeasedLoop): Repetition {
  const { executorId, leases, onStoreFailure } = parts;
  const { lease, leaseMs, askEveryMs, round, onError } = loop;
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
    onError ?? waitAfterFailure,
  );
  return {
    stop: async () => {
      await repetition.stop();
      if (leads) await leases.releaseLease(lease, executorId).catch(onStoreFailure);
    },
  };
}
