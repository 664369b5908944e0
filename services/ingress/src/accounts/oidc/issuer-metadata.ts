import type { HttpClient } from '@workflow/outbound';
import { createRemoteJWKSet, customFetch } from 'jose';
import { send, unavailable } from './issuer-requests.ts';
import type { OidcConfig } from './oidc-config.ts';
import { readDiscovery, type Discovery } from './read-discovery.ts';

/** The time for which the discovery document and the keys are cached. Unknown keys are requested immediately. */
const CACHE_MS = 600_000;

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** The discovery document of the issuer, and the keys with which it signs. */
export interface Metadata {
  discovery: Discovery;
  keys: Keys;
  readAt: number;
}

/** Reads the metadata of the issuer when they are needed, and caches them. */
export function openMetadata({ issuer, timeoutMs }: Pick<OidcConfig, 'issuer' | 'timeoutMs'>, http: HttpClient) {
  let cached: Metadata | null = null;
  let reading: Promise<Metadata> | null = null;

  /** Simultaneous sign-ins that need the discovery document share one request. */
  function read(): Promise<Metadata> {
    if (cached !== null && Date.now() - cached.readAt < CACHE_MS) return Promise.resolve(cached);
    reading ??= readAgain().finally(() => (reading = null));
    return reading;
  }

  async function readAgain(): Promise<Metadata> {
    const url = new URL(`${issuer}/.well-known/openid-configuration`);
    const answer = await send(http, { method: 'GET', url }, AbortSignal.timeout(timeoutMs));
    if (answer.status !== 200) throw unavailable(`${url.host} answered ${answer.status} to discovery`);
    const discovery = readDiscovery(answer.json, issuer);
    const isSame = cached?.discovery.keysUrl.href === discovery.keysUrl.href;
    cached = {
      discovery,
      keys: isSame && cached !== null ? cached.keys : openKeys(discovery.keysUrl),
      readAt: Date.now(),
    };
    return cached;
  }

  /**
   * Only a token of the issuer causes a read of the keys, so an unknown key is read however recent the cached ones are.
   */
  function openKeys(url: URL): Keys {
    return createRemoteJWKSet(url, {
      timeoutDuration: timeoutMs,
      cooldownDuration: 0,
      cacheMaxAge: CACHE_MS,
      [customFetch]: async (address, { signal }) => {
        const answer = await send(http, { method: 'GET', url: new URL(address) }, signal);
        if (answer.status !== 200)
          throw unavailable(`${url.host} answered ${answer.status} to the request for its keys`);
        return Response.json(answer.json);
      },
    });
  }

  return { read, peek: (): Discovery | null => cached?.discovery ?? null };
}
