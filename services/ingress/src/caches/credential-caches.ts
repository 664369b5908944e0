import { hash } from 'node:crypto';
import type { ApiKeyRecord, ChangeRecord, Credentials, WebhookTokenRecord } from '@workflow/session-store';
import { prepareRunnable, type RunnableInMemory } from './runnable-in-memory.ts';
import { WatchedCache } from './watched-cache.ts';

export interface CachesOptions {
  credentials: Credentials;
  entries: number;
  trusted(): boolean;
  now(): number;
}

/** How long an unknown key or token is refused without asking again; a new one's change drops the entry at once. */
const MISSING_FOR_MS = 1_000;

/** Everything the hot path looks up, by SHA-256 in hex, or by id. */
export interface CredentialCaches {
  apiKeys: WatchedCache<string, ApiKeyRecord, ApiKeyRecord>;
  webhookTokens: WatchedCache<string, WebhookTokenRecord, WebhookTokenRecord>;
  workflows: WatchedCache<string, Parameters<typeof prepareRunnable>[0], RunnableInMemory>;
  /** By `<organization id>/<name>`. */
  secrets: WatchedCache<string, { value: string }, { value: string }>;
  /** Called for changes of others as they are polled, and for this replica's own before it answers them. */
  apply(change: Pick<ChangeRecord, 'kind' | 'organizationId' | 'subject'>): void;
  clear(): void;
}

/** What a key or token is looked up by. It is stored and cached as this hash only. */
export function hashCredential(credential: string): string {
  return hash('sha256', credential, 'hex');
}

export function createCredentialCaches(options: CachesOptions): CredentialCaches {
  const { credentials, trusted, now } = options;
  const shared = { limit: options.entries, missingForMs: MISSING_FOR_MS, trusted, now };
  const same = <T>(loaded: T): T => loaded;
  const apiKeys = new WatchedCache({ ...shared, load: (hex: string) => credentials.findApiKey(Buffer.from(hex, 'hex')), prepare: same<ApiKeyRecord> });
  const webhookTokens = new WatchedCache({
    ...shared,
    load: (hex: string) => credentials.findWebhookToken(Buffer.from(hex, 'hex')),
    prepare: same<WebhookTokenRecord>,
  });
  const workflows = new WatchedCache({ ...shared, load: (id: string) => credentials.findRunnableWorkflow(id), prepare: prepareRunnable });
  const secrets = new WatchedCache({
    ...shared,
    load: async (key: string) => {
      const slash = key.indexOf('/');
      const value = await credentials.revealSecret(key.slice(0, slash), key.slice(slash + 1));
      return value === null ? null : { value };
    },
    prepare: same<{ value: string }>,
  });
  const byKind = {
    API_KEY: (change: { subject: string }) => apiKeys.drop(change.subject),
    WEBHOOK_TOKEN: (change: { subject: string }) => webhookTokens.drop(change.subject),
    WORKFLOW: (change: { subject: string }) => workflows.drop(change.subject),
    SECRET: (change: { organizationId: string | null; subject: string }) => secrets.drop(`${change.organizationId}/${change.subject}`),
  };
  return {
    apiKeys,
    webhookTokens,
    workflows,
    secrets,
    apply: (change) => byKind[change.kind](change),
    clear: () => {
      for (const cache of [apiKeys, webhookTokens, workflows, secrets]) cache.clear();
    },
  };
}
