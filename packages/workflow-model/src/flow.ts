export const ON_LIMIT = ['queue', 'skip', 'cancel-older', 'fail'] as const;
/** What happens to a session that finds its key at the limit. */
export type OnLimit = (typeof ON_LIMIT)[number];

export const PRIORITIES = ['high', 'normal', 'low'] as const;
/** Which of an organization's waiting sessions starts first. Stored as its index in `PRIORITIES`. */
export type Priority = (typeof PRIORITIES)[number];

export const DELIVER = ['all', 'last'] as const;

/** Requests of one key that become one session. */
export interface Gather {
  key?: string;
  /** The session starts when no request came for this long, or after `maxSeconds`. */
  quietSeconds: number;
  maxSeconds: number;
  maxItems?: number;
  /** The values that the session runs with: those of all requests, as a list, or only the last ones. */
  deliver?: (typeof DELIVER)[number];
}

/** The placeholder in which a session that gathers all requests has them. */
export const GATHERED = 'gathered';

/** The limits of the numbers in a workflow's rules. */
export const FLOW_LIMITS = {
  /** Sessions of one key at a time. */
  maxConcurrent: 1_000_000,
  /** Of a gathering. */
  minSeconds: 0.1,
  maxSeconds: 86_400,
  maxItems: 10_000,
} as const;

interface FlowRules {
  concurrency: { key?: string; limit: number; onLimit?: OnLimit };
  order: { key?: string };
  gather: Gather;
  priority: Priority;
}

/**
 * Limits on concurrent sessions, and which start first. A key is a JSONata expression; without one all sessions of the
 * workflow share a key.
 */
export type Flow = Partial<FlowRules>;

/** The keys of a session, each as JSON text; the empty text where the workflow has no such rule. */
export interface FlowKeys {
  concurrencyKey: string;
  orderKey: string;
  gatherKey?: string;
}
