import type { CompareDefinitions, StartRulesOf } from '@workflow/workflow-model';
import { priorityAlone } from './acceptance/start-sessions.ts';
import type { CollectionLimits } from './collections/index.ts';
import type { ExecutionOptions } from './execution/index.ts';
import type { IntakeOptions } from './intake/index.ts';
import type { PoolOptions } from './postgres/pool.ts';
import { DEFAULT_ORGANIZATION_LIMITS, type OrganizationLimits } from './rows/organization-limits.ts';
import type { SecretsKeys } from './sealing/secret-sealing.ts';
import type { OnSetAside } from './turns/fair-rounds.ts';

export interface SessionStoreOptions
  extends PoolOptions, IntakeOptions, Omit<ExecutionOptions, 'onFailures'>, SecretsKeys {
  /** Compiles how a definition shapes the sessions that start on it; without it only its priority counts. */
  startRulesOf?: StartRulesOf;
  /** Compares the versions of a session that is retried on another one; without it all of it runs again. */
  compareDefinitions?: CompareDefinitions;
  /** Runs of one session, its first one included. */
  maxRuns?: number;
  /** Told when a loop over all organizations leaves one out, because its work failed. */
  onSetAside?: OnSetAside;
  /** Of tables and stored values; the defaults when left out. */
  collectionLimits?: CollectionLimits;
  /** Only processes that make such things need them. */
  limits?: OrganizationLimits;
}

export function startRulesIn({ startRulesOf = priorityAlone }: SessionStoreOptions): StartRulesOf {
  return startRulesOf;
}

export function limitsOf({ limits = DEFAULT_ORGANIZATION_LIMITS }: SessionStoreOptions): OrganizationLimits {
  return limits;
}
