import type { ServerResponse } from 'node:http';
import { ApiError } from '../../errors/api-error.ts';

export interface UnsentBytesOptions {
  maxBytes: number;
  maxBytesPerOrganization: number;
  /** A client that reads nothing of what waits for it for so long is disconnected. */
  timeoutMs: number;
}

/** Smaller answers and events are not counted: their connection takes about as much memory. */
export const UNCOUNTED_BYTES = 16 * 1024;

const FULL = new ApiError('TOO_MANY_REQUESTS', { headers: { 'Retry-After': '1' } });

/**
 * Bytes of large answers and events that their clients have not read yet: bounded in total, and for an organization,
 * so that clients that read slowly or not at all take no more memory than that.
 */
export class UnsentBytes {
  readonly timeoutMs: number;
  readonly #options: UnsentBytesOptions;
  readonly #byOrganization = new Map<string, number>();
  #total = 0;

  constructor(options: UnsentBytesOptions) {
    this.timeoutMs = options.timeoutMs;
    this.#options = options;
  }

  get total(): number {
    return this.#total;
  }

  /** One answer at a time is never too large, and small ones are not counted. */
  hasRoom(organizationId: string, bytes: number): boolean {
    const { maxBytes, maxBytesPerOrganization } = this.#options;
    const own = this.#byOrganization.get(organizationId) ?? 0;
    if (bytes <= UNCOUNTED_BYTES) return true;
    if (own > 0 && own + bytes > maxBytesPerOrganization) return false;
    return this.#total === 0 || this.#total + bytes <= maxBytes;
  }

  /** Counts bytes until `release`. false: there is no room for them. */
  take(organizationId: string, bytes: number): boolean {
    if (!this.hasRoom(organizationId, bytes)) return false;
    this.#add(organizationId, bytes);
    return true;
  }

  release(organizationId: string, bytes: number): void {
    this.#add(organizationId, -bytes);
  }

  /**
   * Counts an answer until it was sent.
   * @throws ApiError TOO_MANY_REQUESTS when there is no room for it and its request changed nothing
   */
  hold(response: ServerResponse, organizationId: string, bytes: number): void {
    if (bytes <= UNCOUNTED_BYTES || response.closed) return;
    if (!this.take(organizationId, bytes)) {
      if (response.req.method === 'GET' || response.req.method === 'HEAD') throw FULL;
      this.#add(organizationId, bytes);
    }
    // Node.js looks whether the connection took any of the bytes before it calls this a time-out.
    response.socket?.setTimeout(this.timeoutMs);
    response.once('close', () => this.release(organizationId, bytes));
  }

  #add(organizationId: string, bytes: number): void {
    this.#total += bytes;
    const own = (this.#byOrganization.get(organizationId) ?? 0) + bytes;
    if (own > 0) this.#byOrganization.set(organizationId, own);
    else this.#byOrganization.delete(organizationId);
  }
}
