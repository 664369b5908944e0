import { SESSION_BYTES, type OrganizationQuotaRecord } from '@workflow/session-store';
import { LRUCache } from 'lru-cache';
import { ApiError } from '../errors/api-error.ts';

const RETRY_AFTER_SECONDS = 60;
/** Maximum number of organizations whose runs since the last count are remembered. */
const MAX_ORGANIZATIONS = 10_000;

/**
 * Checks the bytes that an organization stores: the last count, plus the bytes that this replica has accepted since. A
 * new count replaces both, so the sum cannot drift.
 */
export class StorageQuota {
  readonly #since = new LRUCache<string, { quotas: OrganizationQuotaRecord; bytes: number }>({
    max: MAX_ORGANIZATIONS,
  });

  /** @throws ApiError STORAGE_LIMIT_REACHED */
  take(organizationId: string, quotas: OrganizationQuotaRecord, valueBytes: number): void {
    const { maxStoredBytes, storedBytes } = quotas;
    if (maxStoredBytes === null) return;
    const counted = this.#since.get(organizationId);
    const added = counted?.quotas === quotas ? counted.bytes : 0;
    const bytes = added + valueBytes + SESSION_BYTES;
    if (storedBytes + bytes > maxStoredBytes)
      throw new ApiError('STORAGE_LIMIT_REACHED', {
        values: { stored: storedBytes + added, limit: maxStoredBytes },
        headers: { 'Retry-After': String(RETRY_AFTER_SECONDS) },
      });
    this.#since.set(organizationId, { quotas, bytes });
  }
}
