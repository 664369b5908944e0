import type { EnvReader } from '@workflow/service-runtime';
import { DEFAULT_ORGANIZATION_LIMITS, type OrganizationLimits } from '@workflow/session-store';

/** Reads the limits of one organization (docs/environment.md). */
export function readOrganizationLimits(reader: EnvReader): OrganizationLimits {
  const defaults = DEFAULT_ORGANIZATION_LIMITS;
  return {
    apiKeys: reader.integer('MAX_API_KEYS_PER_ORGANIZATION', { default: defaults.apiKeys, min: 1 }),
    apps: reader.integer('MAX_APPS_PER_ORGANIZATION', { default: defaults.apps, min: 1 }),
    eventHooks: reader.integer('MAX_EVENT_HOOKS_PER_ORGANIZATION', { default: defaults.eventHooks, min: 1 }),
    members: reader.integer('MAX_MEMBERS_PER_ORGANIZATION', { default: defaults.members, min: 1 }),
    runningOperations: reader.integer('MAX_RUNNING_OPERATIONS_PER_ORGANIZATION', {
      default: defaults.runningOperations,
      min: 1,
    }),
    credentials: reader.integer('MAX_CREDENTIALS_PER_ORGANIZATION', { default: defaults.credentials, min: 1 }),
    executorRequests: reader.integer('MAX_EXECUTOR_REQUESTS_PER_ORGANIZATION', {
      default: defaults.executorRequests,
      min: 1,
    }),
    keptDraftBytes: reader.integer('MAX_REPLACED_DRAFT_BYTES_PER_WORKFLOW', {
      default: defaults.keptDraftBytes,
      min: 1,
    }),
    secrets: reader.integer('MAX_SECRETS_PER_ORGANIZATION', { default: defaults.secrets, min: 1 }),
    tables: reader.integer('MAX_TABLES_PER_ORGANIZATION', { default: defaults.tables, min: 1 }),
    throttles: reader.integer('MAX_THROTTLES_PER_ORGANIZATION', { default: defaults.throttles, min: 1 }),
    triggers: reader.integer('MAX_TRIGGERS_PER_ORGANIZATION', { default: defaults.triggers, min: 1 }),
    versions: reader.integer('MAX_VERSIONS_PER_WORKFLOW', { default: defaults.versions, min: 1 }),
    workflows: reader.integer('MAX_WORKFLOWS_PER_ORGANIZATION', { default: defaults.workflows, min: 1 }),
  };
}
