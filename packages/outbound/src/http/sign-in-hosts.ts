import { isIP } from 'node:net';
import { StepFailure } from '@workflow/workflow-model';
import type { HttpCall, SignIn } from './http-call.ts';

/** @throws StepFailure CREDENTIAL_HOST if a request signs in at a host that its credential does not include */
export function requireSignInHost({ signIn, url }: Pick<HttpCall, 'signIn' | 'url'>): void {
  if (!signIn || isForOrigin(signIn, url)) return;
  throw new StepFailure('CREDENTIAL_HOST', `The credential may not be sent to ${url.hostname}, only to its hosts`);
}

/** Returns true if a request keeps its sign-in after a redirect. It never does if the redirect drops encryption. */
export function maySignIn(signIn: SignIn, from: URL, to: URL): boolean {
  const { hosts } = signIn;
  if (signIn.origin !== undefined) return to.origin === signIn.origin;
  if (from.protocol === 'https:' && to.protocol !== 'https:') return false;
  return hosts === null ? bare(from.hostname) === bare(to.hostname) : isListed(hosts, to.hostname);
}

function isForOrigin({ hosts, origin }: SignIn, url: URL): boolean {
  if (origin !== undefined) return url.origin === origin;
  return hosts === null || isListed(hosts, url.hostname);
}

function isListed(hosts: readonly string[], hostname: string): boolean {
  const name = bare(hostname);
  return hosts.some((host) =>
    // An IP address has no names below it.
    host.startsWith('*.') ? !isAddress(name) && name.endsWith(bare(host).slice(1)) : name === bare(asInUrls(host)),
  );
}

/** Returns an IP address in the form of URLs, because there are several ways to write it. */
function asInUrls(host: string): string {
  return URL.parse(`http://${host}`)?.hostname ?? host;
}

function isAddress(name: string): boolean {
  return name.startsWith('[') || isIP(name) !== 0;
}

/** A name may end with the dot of the root (RFC 1034 §3.1). */
function bare(hostname: string): string {
  return hostname.toLowerCase().replace(/\.$/, '');
}
