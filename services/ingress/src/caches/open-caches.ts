import { logRarely, type Logger } from '@workflow/service-runtime';
import { StoreClock, type AdmissionQuota, type SessionStore } from '@workflow/session-store';
import type { CachesConfig } from './caches-config.ts';
import { ChangeFeed } from './change-feed.ts';
import { createCallerCaches, type CallerCaches } from './caller-caches.ts';

interface OpenCachesOptions {
  config: CachesConfig;
  store: SessionStore;
  log: Logger;
  /** Called with the admission quotas, which the statement for changes returns as well. */
  onAdmissionQuotas(quotas: AdmissionQuota[], dispatching: boolean, pools: string[]): void;
}

/** The caches of this replica, and the feed that drops entries that changed elsewhere. */
export interface Caches extends CallerCaches {
  /** PostgreSQL's clock, which each poll reads. */
  clock: Pick<StoreClock, 'nowMs'>;
  /** Resolves after the first poll. */
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Returns false while changes of other replicas may have been missed. */
  trusted(): boolean;
}

export function openCaches({ config, store, log, onAdmissionQuotas }: OpenCachesOptions): Caches {
  const now = (): number => performance.now();
  const clock = new StoreClock();
  const feed: ChangeFeed = new ChangeFeed({
    lookups: { poll: (sequence) => clock.learn(() => store.lookups.poll(sequence)) },
    pollMs: config.changePollMs,
    trustMs: config.cacheTrustMs,
    now,
    onChange: (change) => caches.apply(change),
    onTruncated: () => caches.clear(),
    onAdmissionQuotas,
    onError: logRarely(log, 'Could not poll changes'),
  });
  const caches = createCallerCaches({
    lookups: store.lookups,
    entries: config.cacheEntries,
    maxBytes: config.cacheBytes,
    trusted: () => feed.trusted(),
    now,
  });
  // This replica drops the entries that it changes before it answers the change.
  store.management.onChange((change) => caches.apply(change));
  return { ...caches, clock, start: () => feed.start(), stop: () => feed.stop(), trusted: () => feed.trusted() };
}
