export const ON_LIMIT = ['queue', 'skip', 'cancel-older', 'fail'] as const;
/** The action for a session whose key is at the limit. */
export type OnLimit = (typeof ON_LIMIT)[number];

export const PRIORITIES = ['high', 'normal', 'low'] as const;
/** The priority of a waiting session within its organization. Stored as its index in `PRIORITIES`. */
export type Priority = (typeof PRIORITIES)[number];

export const DELIVER = ['all', 'last'] as const;

/** The rule by which requests with the same key become one session. */
export interface Gather {
  key?: string;
  /** The session starts if no request arrives for this time, or after `maxSeconds`. */
  quietSeconds: number;
  maxSeconds: number;
  maxItems?: number;
  /** The values of the session: those of all requests as a list, or only the last ones. */
  deliver?: (typeof DELIVER)[number];
}

/** The placeholder that contains the values of all gathered requests. */
export const GATHERED = 'gathered';

/**
 * 366 days in seconds: the maximum delay of a step or of a session, and the maximum time until a session expires. More
 * is probably a mistake in the unit.
 */
export const MAX_DELAY_SECONDS = 366 * 24 * 60 * 60;

/** The limits of the numbers in a workflow's rules. */
export const FLOW_LIMITS = {
  /** The maximum number of concurrent sessions with one key. */
  maxConcurrent: 1_000_000,
  /** The minimum time of a gathering. */
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
 * The limits on concurrent sessions, and their order. A key is a JSONata expression. Without one all sessions of the
 * workflow share a key.
 */
export type Flow = Partial<FlowRules>;

/** The keys of a session, each as JSON text. The text is empty if the workflow has no such rule. */
export interface FlowKeys {
  concurrencyKey: string;
  orderKey: string;
  gatherKey?: string;
}
