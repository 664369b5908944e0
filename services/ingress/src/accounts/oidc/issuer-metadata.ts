import type { HttpClient } from '@workflow/outbound';
import { createRemoteJWKSet, customFetch } from 'jose';
import { send, unavailable } from './issuer-requests.ts';
import type { OidcConfig } from './oidc-config.ts';
import { readDiscovery, type Discovery } from './read-discovery.ts';

/** How long the discovery document and the keys are used without asking again. An unknown key is asked for at once. */
const CACHE_MS = 600_000;

type Keys = ReturnType<typeof createRemoteJWKSet>;

/** The discovery document of the issuer, and the keys that it signs with. */
export interface Metadata {
  discovery: Discovery;
  keys: Keys;
  readAt: number;
}

/** Reads the metadata of the issuer when they are needed, and stores them in memory. */
export function openMetadata({ issuer, timeoutMs }: Pick<OidcConfig, 'issuer' | 'timeoutMs'>, http: HttpClient) {
  let known: Metadata | null = null;
  let reading: Promise<Metadata> | null = null;

  /** Sign-ins that need the discovery document at the same time wait for one request. */
  function read(): Promise<Metadata> {
    if (known !== null && Date.now() - known.readAt < CACHE_MS) return Promise.resolve(known);
    reading ??= readAgain().finally(() => (reading = null));
    return reading;
  }

  async function readAgain(): Promise<Metadata> {
    const url = new URL(`${issuer}/.well-known/openid-configuration`);
    const answer = await send(http, { method: 'GET', url }, AbortSignal.timeout(timeoutMs));
    if (answer.status !== 200) throw unavailable(`${url.host} answered ${answer.status} to discovery`);
    const discovery = readDiscovery(answer.json, issuer);
    const isSame = known?.discovery.keysUrl.href === discovery.keysUrl.href;
    known = {
      discovery,
      keys: isSame && known !== null ? known.keys : openKeys(discovery.keysUrl),
      readAt: Date.now(),
    };
    return known;
  }

  /** A token of the issuer is the only reason to read the keys, so a new one is read however recent the others are. */
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

  return { read, peek: (): Discovery | null => known?.discovery ?? null };
}
