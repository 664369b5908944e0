import { hash } from 'node:crypto';
import type { LruWeight } from '@workflow/service-runtime';
import type {
  ApiKeyRecord,
  ChangeRecord,
  Lookups,
  OrganizationQuotaRecord,
  WebhookTokenRecord,
} from '@workflow/session-store';
import { makeStartable, type StartableWorkflow } from './startable-workflow.ts';
import { WatchedCache } from './watched-cache.ts';

interface CachesOptions {
  lookups: Lookups;
  entries: number;
  /** Maximum bytes of each cache. */
  maxBytes: number;
  trusted(): boolean;
  now(): number;
}

/** The time for which an unknown key or token is refused without a query. Creating it drops the entry immediately. */
const MISSING_FOR_MS = 1_000;

/** The approximate size of an entry without a definition or value. */
const SMALL_ENTRY_BYTES = 512;

/** The caches of everything that requests look up, by SHA-256 in hex or by id. */
export interface CallerCaches {
  apiKeys: WatchedCache<ApiKeyRecord>;
  webhookTokens: WatchedCache<WebhookTokenRecord>;
  workflows: WatchedCache<StartableWorkflow>;
  /** Secrets by `<organization id>/<name>`. */
  secrets: WatchedCache<{ value: string }>;
  /** The quotas of organizations, by organization id. */
  organizationQuotas: WatchedCache<OrganizationQuotaRecord>;
  /** Applies changes: those of other replicas when they are polled, and those of this replica before it answers. */
  apply(change: Pick<ChangeRecord, 'kind' | 'organizationId' | 'subject'>): void;
  clear(): void;
}

/** Returns the hash by which a key or token is looked up. Only this hash is stored and cached. */
export function hashCallerKey(key: string): string {
  return hash('sha256', key, 'hex');
}

export function createCallerCaches(options: CachesOptions): CallerCaches {
  const { lookups, trusted, now } = options;
  const { entries: limit, maxBytes } = options;
  const weighSmall = ({ organizationId: owner }: { organizationId: string }): LruWeight => ({
    owner,
    bytes: SMALL_ENTRY_BYTES,
  });
  const shared = { limit, maxBytes, missingForMs: MISSING_FOR_MS, trusted, now };
  const apiKeys = new WatchedCache<ApiKeyRecord>({
    ...shared,
    load: (hex) => lookups.findApiKey(Buffer.from(hex, 'hex')),
    weigh: weighSmall,
  });
  const webhookTokens = new WatchedCache<WebhookTokenRecord>({
    ...shared,
    load: (hex) => lookups.findWebhookToken(Buffer.from(hex, 'hex')),
    weigh: weighSmall,
  });
  const workflows = new WatchedCache<StartableWorkflow>({
    ...shared,
    load: async (id) => {
      const workflow = await lookups.findRunnableWorkflow(id);
      return workflow && makeStartable(workflow);
    },
    weigh: ({ organizationId: owner, published }) => ({
      owner,
      bytes: SMALL_ENTRY_BYTES + JSON.stringify(published?.content ?? null).length,
    }),
  });
  const secrets = new WatchedCache<{ value: string }>({
    ...shared,
    load: async (key) => {
      const slash = key.indexOf('/');
      const value = await lookups.revealSecret(key.slice(0, slash), key.slice(slash + 1));
      return value === null ? null : { value };
    },
    weigh: ({ value }, key) => ({
      owner: key.slice(0, key.indexOf('/')),
      bytes: SMALL_ENTRY_BYTES + value.length,
    }),
  });
  const organizationQuotas = new WatchedCache<OrganizationQuotaRecord>({
    ...shared,
    load: (organizationId) => lookups.findOrganizationQuotas(organizationId),
    weigh: (_quotas, organizationId) => ({ owner: organizationId, bytes: SMALL_ENTRY_BYTES }),
  });
  const byKind = {
    API_KEY: (change: { subject: string }) => apiKeys.drop(change.subject),
    WEBHOOK_TOKEN: (change: { subject: string }) => webhookTokens.drop(change.subject),
    WORKFLOW: (change: { subject: string }) => workflows.drop(change.subject),
    SECRET: (change: { organizationId: string | null; subject: string }) =>
      secrets.drop(`${change.organizationId}/${change.subject}`),
    ORGANIZATION_QUOTA: (change: { subject: string }) => organizationQuotas.drop(change.subject),
  };
  return {
    apiKeys,
    webhookTokens,
    workflows,
    secrets,
    organizationQuotas,
    apply: (change) => byKind[change.kind](change),
    clear: () => {
      for (const cache of [apiKeys, webhookTokens, workflows, secrets, organizationQuotas]) cache.clear();
    },
  };
}
