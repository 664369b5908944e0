import { createHttpClient, isAddressAllowed } from '@workflow/outbound';
import { createOAuthClient, type DiscoveryTools } from '@workflow/outbound/oauth';
import type { OAuthConfig } from './oauth-config.ts';

/** Maximum bytes of an answer. An answer with tokens has a few kilobytes. */
const MAX_ANSWER_BYTES = 1024 * 1024;
const MAX_METADATA_REDIRECTS = 3;
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\]|localhost|.+\.localhost)$/i;

export type OAuth = ReturnType<typeof openOAuth>;

/**
 * Opens the only requests of workflows that ingress sends itself: those that exchange codes of sign-ins for tokens
 * (docs/decisions/0162).
 */
export function openOAuth({ allowed, timeoutMs, clients }: OAuthConfig) {
  const options = { allowed, connectTimeoutMs: timeoutMs, maxResponseBytes: MAX_ANSWER_BYTES };
  const http = createHttpClient({ ...options, maxRedirects: 0 });
  // Metadata may have moved within its host.
  const metadata = createHttpClient({ ...options, maxRedirects: MAX_METADATA_REDIRECTS });
  /**
   * Returns true if secrets may be sent to a URL: the connection is encrypted, or leads to this machine and workflows
   * may reach it.
   */
  const isProtected = (text: string): boolean => {
    const url = URL.parse(text);
    if (url?.protocol === 'https:') return true;
    if (url?.protocol !== 'http:' || !LOOPBACK.test(url.hostname)) return false;
    const addresses = url.hostname.endsWith('localhost') ? ['127.0.0.1', '::1'] : [url.hostname];
    return addresses.some((address) => isAddressAllowed(address, url.hostname, allowed));
  };
  return {
    client: createOAuthClient(http, timeoutMs),
    isProtected,
    clients,
    /** Returns the dependencies for discovering one authorization server within the timeout. */
    discovery: (): DiscoveryTools => ({ http: metadata, signal: AbortSignal.timeout(timeoutMs), isProtected }),
    close: async () => {
      await Promise.all([http.close(), metadata.close()]);
    },
  };
}
