import type { CompareDefinitions, StartRulesOf } from '@workflow/workflow-model';
import { priorityAlone } from './acceptance/start-sessions.ts';
import { DEFAULT_COLLECTION_LIMITS, type CollectionLimits } from './collections/collection-limits.ts';
import type { EndObserver } from './execution/end-sessions.ts';
import type { ExecutionOptions } from './execution/index.ts';
import type { IntakeOptions } from './intake/index.ts';
import type { PoolOptions } from './postgres/pool.ts';
import { DEFAULT_ORGANIZATION_LIMITS, type OrganizationLimits } from './organization/organization-limits.ts';
import type { SecretsKeys } from './sealing/secret-sealing.ts';
import type { OnBackoff } from './fair-turns/fair-rounds.ts';

export interface SessionStoreOptions
  extends PoolOptions, IntakeOptions, Omit<ExecutionOptions, keyof EndObserver>, SecretsKeys {
  /**
   * Compiles the rules of a definition for sessions that start on it. If left out, only the priority of the definition
   * applies.
   */
  startRulesOf?: StartRulesOf;
  /**
   * Compares the versions of a session that is retried on another one. If left out, all of its components run again.
   */
  compareDefinitions?: CompareDefinitions;
  /** Runs of one session, including its first one. */
  maxRuns?: number;
  /**
   * Called after commits of this process that started children or ended the wait of a session. Without it the
   * dispatcher finds these sessions in its next round.
   */
  onReady?: (sessionId: string) => void;
  /** Called after commits of this process that ended the answer to a message of a chat. */
  onAnswered?: (sessionId: string) => void;
  /** Called after commits of this process that ended a child. */
  onChildEnded?: (parentId: string) => void;
  /** Called when a background loop skips an organization because it failed. */
  onBackoff?: OnBackoff;
  /** Limits of tables and stored values. The default limits apply if left out. */
  collectionLimits?: CollectionLimits;
  /** The limits of organizations. Needed only by processes that create such items. */
  limits?: OrganizationLimits;
}

const ignore = (): void => undefined;

/** The options that apply if they are left out. */
export const STORE_DEFAULTS = {
  startRulesOf: priorityAlone,
  limits: DEFAULT_ORGANIZATION_LIMITS,
  collectionLimits: DEFAULT_COLLECTION_LIMITS,
  onReady: ignore,
  onAnswered: ignore,
  onChildEnded: ignore,
} satisfies Partial<SessionStoreOptions>;
