import type { Query, Statement } from '../postgres/sql.ts';
import { ADVISORY_LOCKS } from '../postgres/advisory-locks.ts';

/** The number of items that an organization may have. */
export interface OrganizationLimits {
  apiKeys: number;
  apps: number;
  credentials: number;
  eventHooks: number;
  /** Tests of credentials, and other requests to executors for which a caller waits. */
  executorRequests: number;
  /** Bytes of the stored drafts of one workflow as JSON. Older drafts are deleted without an error. */
  keptDraftBytes: number;
  members: number;
  runningOperations: number;
  secrets: number;
  tables: number;
  throttles: number;
  /** Schedules, polls and error triggers of published workflows. */
  triggers: number;
  /** Versions of one workflow. */
  versions: number;
  workflows: number;
}

/** The operator's setting of each limit, and its name in answers. */
const ORGANIZATION_LIMITS: Record<
  keyof OrganizationLimits,
  {
    variable: string;
    default: number;
    owner: 'organization' | 'workflow';
    pluralName: string;
    /** The things end by themselves. Others remain until somebody removes one. */
    endThemselves?: true;
  }
> = {
  apiKeys: { variable: 'MAX_API_KEYS_PER_ORGANIZATION', default: 200, owner: 'organization', pluralName: 'API keys' },
  apps: { variable: 'MAX_APPS_PER_ORGANIZATION', default: 100, owner: 'organization', pluralName: 'apps' },
  credentials: {
    variable: 'MAX_CREDENTIALS_PER_ORGANIZATION',
    default: 200,
    owner: 'organization',
    pluralName: 'credentials',
  },
  eventHooks: {
    variable: 'MAX_EVENT_HOOKS_PER_ORGANIZATION',
    default: 20,
    owner: 'organization',
    pluralName: 'event hooks',
  },
  executorRequests: {
    variable: 'MAX_EXECUTOR_REQUESTS_PER_ORGANIZATION',
    default: 5,
    owner: 'organization',
    pluralName: 'running tests of credentials',
    endThemselves: true,
  },
  keptDraftBytes: {
    variable: 'MAX_REPLACED_DRAFT_BYTES_PER_WORKFLOW',
    default: 4_194_304,
    owner: 'workflow',
    pluralName: 'bytes of stored drafts',
  },
  members: { variable: 'MAX_MEMBERS_PER_ORGANIZATION', default: 100, owner: 'organization', pluralName: 'members' },
  runningOperations: {
    variable: 'MAX_RUNNING_OPERATIONS_PER_ORGANIZATION',
    default: 20,
    owner: 'organization',
    pluralName: 'running bulk operations',
    endThemselves: true,
  },
  secrets: { variable: 'MAX_SECRETS_PER_ORGANIZATION', default: 500, owner: 'organization', pluralName: 'secrets' },
  tables: { variable: 'MAX_TABLES_PER_ORGANIZATION', default: 100, owner: 'organization', pluralName: 'tables' },
  throttles: {
    variable: 'MAX_THROTTLES_PER_ORGANIZATION',
    default: 200,
    owner: 'organization',
    pluralName: 'throttles',
  },
  triggers: {
    variable: 'MAX_TRIGGERS_PER_ORGANIZATION',
    default: 5_000,
    owner: 'organization',
    pluralName: 'published schedules, polls and error triggers',
  },
  versions: { variable: 'MAX_VERSIONS_PER_WORKFLOW', default: 10_000, owner: 'workflow', pluralName: 'versions' },
  workflows: {
    variable: 'MAX_WORKFLOWS_PER_ORGANIZATION',
    default: 2_000,
    owner: 'organization',
    pluralName: 'workflows',
  },
};

export const DEFAULT_ORGANIZATION_LIMITS = Object.fromEntries(
  Object.entries(ORGANIZATION_LIMITS).map(([name, limit]) => [name, limit.default]),
) as unknown as OrganizationLimits;

/** Thrown if a limit is reached. */
export class LimitReachedError extends Error {
  override readonly name = 'LimitReachedError';
  readonly retryable = false;
  readonly limit: number;
  readonly definition: (typeof ORGANIZATION_LIMITS)[keyof OrganizationLimits];

  constructor(name: keyof OrganizationLimits, limit: number) {
    super(`${ORGANIZATION_LIMITS[name].variable} is reached`);
    this.limit = limit;
    this.definition = ORGANIZATION_LIMITS[name];
  }
}

export const LOCK_LIMIT_TEXT = 'SELECT pg_advisory_xact_lock($1::int, hashtext($2))';
const LOCK: Statement = { name: 'lock_limit', text: LOCK_LIMIT_TEXT };

/**
 * Returns the parameters of `LOCK_LIMIT_TEXT`. Transactions that count towards the same limit run one after another.
 */
export function limitLock(name: keyof OrganizationLimits, organizationId: string): [number, string] {
  return [ADVISORY_LOCKS.countTowardsLimit, `${name} ${organizationId}`];
}

/**
 * Makes transactions that count towards the same limit wait until this one ends, so that simultaneous ones cannot
 * exceed it. Count afterwards, in a separate statement.
 */
export async function lockLimit(query: Query, name: keyof OrganizationLimits, organizationId: string): Promise<void> {
  await query(LOCK, limitLock(name, organizationId));
}
