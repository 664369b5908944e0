import type { OrganizationQuotaRecord, RunQuotaRecord } from '@workflow/session-store';
import type { WatchedCache } from '../caches/watched-cache.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RateLimits, RateTaken } from './rate-limits.ts';
import { StorageQuota } from './storage-quota.ts';
import type { RateLimitSettings } from './token-bucket.ts';

/** The limit of the caller's API key, in addition to its organization's. */
interface LimitedKey extends RunQuotaRecord {
  id: string;
}

export interface RunLimitsOptions {
  rates: RateLimits;
  organizationQuotas: WatchedCache<OrganizationQuotaRecord>;
  /** The limits of organizations without a quota. */
  defaults: RunQuotaRecord;
}

/** The headers `RateLimit` and `RateLimit-Policy` of an answer (draft-ietf-httpapi-ratelimit-headers). */
export type RateLimitHeaders = Record<'RateLimit' | 'RateLimit-Policy', string>;

type Limit = RateLimitSettings & { owner: 'organization' | 'key'; id: string };

/**
 * Limits how many runs an organization, and one of its keys, may start by API, by webhook or in the console. Nothing is
 * limited, and no answer mentions limits, unless an operator or an admin set one.
 */
export class RunLimits {
  readonly #options: RunLimitsOptions;
  readonly #stored = new StorageQuota();

  constructor(options: RunLimitsOptions) {
    this.#options = options;
  }

  /**
   * Counts one run and its bytes against every limit that applies.
   * @returns the answer's headers about limits, or null if there are none
   * @throws ApiError RUN_LIMIT_REACHED, STORAGE_LIMIT_REACHED
   */
  async take(organizationId: string, key: LimitedKey | null, bytes: number): Promise<RateLimitHeaders | null> {
    const quotas = await this.#options.organizationQuotas.get(organizationId);
    if (quotas !== null) this.#stored.take(organizationId, quotas, bytes);
    const limits = this.#limitsOf(organizationId, quotas, key);
    return limits.length === 0 ? null : this.#takeAll(limits);
  }

  /** Returns the limit of an organization, or null. */
  async ofOrganization(organizationId: string): Promise<Required<RateLimitSettings> | null> {
    const quotas = await this.#options.organizationQuotas.get(organizationId);
    const settings = settingsOf(quotas) ?? settingsOf(this.#options.defaults);
    return settings && { perMinute: settings.perMinute, burst: settings.burst ?? settings.perMinute };
  }

  /** Returns the lowest limit of an organization and one of its keys, or null. */
  async perMinuteOf(organizationId: string, key: LimitedKey | null): Promise<number | null> {
    const limits = this.#limitsOf(organizationId, await this.#options.organizationQuotas.get(organizationId), key);
    return limits.length === 0 ? null : Math.min(...limits.map(({ perMinute }) => perMinute));
  }

  #limitsOf(organizationId: string, quota: RunQuotaRecord | null, key: LimitedKey | null): Limit[] {
    const limits: Limit[] = [];
    const keyLimit = key && settingsOf(key);
    if (key && keyLimit) limits.push({ ...keyLimit, owner: 'key', id: key.id });
    const shared = settingsOf(quota) ?? settingsOf(this.#options.defaults);
    if (shared) limits.push({ ...shared, owner: 'organization', id: organizationId });
    return limits;
  }

  async #takeAll(limits: readonly Limit[]): Promise<RateLimitHeaders> {
    const takenRates: [string, RateTaken][] = [];
    for (const limit of limits) {
      const { owner, id, perMinute, burst = perMinute } = limit;
      const answer = await this.#options.rates.take(`runs-${owner}`, id, limit);
      takenRates.push([owner, answer]);
      if (answer.waitSeconds > 0)
        throw new ApiError('RUN_LIMIT_REACHED', {
          values: { owner, limit: perMinute, burst },
          headers: { ...headersOf(takenRates), 'Retry-After': String(answer.waitSeconds) },
        });
    }
    return headersOf(takenRates);
  }
}

function settingsOf(quota: RunQuotaRecord | null): RateLimitSettings | null {
  if (quota === null || quota.runsPerMinute === null) return null;
  return quota.runBurst === null
    ? { perMinute: quota.runsPerMinute }
    : { perMinute: quota.runsPerMinute, burst: quota.runBurst };
}

function headersOf(takenRates: readonly [string, RateTaken][]): RateLimitHeaders {
  const list = (describe: (answer: RateTaken) => string): string =>
    takenRates.map(([name, answer]) => `"${name}";${describe(answer)}`).join(', ');
  return {
    RateLimit: list(({ remaining, resetSeconds }) => `r=${remaining};t=${resetSeconds}`),
    'RateLimit-Policy': list(({ quota, windowSeconds }) => `q=${quota};w=${windowSeconds}`),
  };
}
