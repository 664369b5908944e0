import type { CompareDefinitions } from '@workflow/workflow-model';
import type { CollectionLimits } from './collections/index.ts';
import type { ExecutionOptions } from './execution/index.ts';
import type { IntakeOptions } from './intake/index.ts';
import type { PoolOptions } from './postgres/pool.ts';
import type { FlowKeysOf } from './rows/flow-keys-of.ts';
import { DEFAULT_ORGANIZATION_LIMITS, type OrganizationLimits } from './rows/organization-limits.ts';
import type { SecretsKeys } from './sealing/secret-sealing.ts';
import type { OnSetAside } from './turns/fair-rounds.ts';

export interface SessionStoreOptions
  extends PoolOptions, IntakeOptions, Omit<ExecutionOptions, 'flowKeysOf'>, SecretsKeys {
  /** Computes the flow-control keys of children and retries; without it they are not held back. */
  flowKeysOf?: FlowKeysOf;
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

export function limitsOf({ limits = DEFAULT_ORGANIZATION_LIMITS }: SessionStoreOptions): OrganizationLimits {
  return limits;
}
