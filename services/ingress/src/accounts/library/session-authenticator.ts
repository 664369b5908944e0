import type { IncomingMessage } from 'node:http';
import type { People } from '@workflow/session-store';
import { ApiError } from '../../errors/api-error.ts';
import type { UserAuthenticator } from '../../http/caller.ts';
import { webHeaders } from './answer-auth.ts';
import type { OidcConfig } from '../oidc/oidc-config.ts';
import { isSignedInElsewhere } from '../oidc/ways-to-sign-in.ts';
import type { IngressAuth, SignedIn } from './create-auth.ts';
import { isFromTrustedOrigin } from '../../http/addresses/trusted-origin.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Authenticates cookie sessions. The membership is read each time, so a removed member loses access at once, on every
 * replica.
 */
export function sessionAuthenticator(
  auth: () => Promise<IngressAuth>,
  people: Pick<People, 'findMembership'>,
  { publicUrl, oidc }: { publicUrl: string; oidc: OidcConfig | null },
): UserAuthenticator {
  /** @throws ApiError UNTRUSTED_ORIGIN */
  async function find(request: IncomingMessage) {
    if (request.headers.cookie === undefined) return null;
    const library = await auth();
    // Refreshing would set a cookie that this answer cannot contain. The library's own get-session does it.
    const session = await library.api.getSession({
      headers: webHeaders(request.headers),
      query: { disableRefresh: true },
    });
    const found = session !== null && isValid(session, oidc) ? session : null;
    if (found !== null && !SAFE_METHODS.has(request.method ?? '') && !isFromTrustedOrigin(publicUrl, request.headers))
      throw new ApiError('UNTRUSTED_ORIGIN');
    return found;
  }

  return {
    signedIn: async (request) => {
      const found = await find(request);
      if (found === null) throw new ApiError('UNAUTHORIZED');
      const { user, session } = found;
      return {
        userId: user.id,
        email: user.email,
        name: user.name,
        emailVerified: user.emailVerified,
        signInId: session.id,
        hasSecondFactor: hasSecondFactor(found),
        ownSecondFactor: user.twoFactorEnabled === true,
      };
    },
    authenticate: async (request) => {
      const found = await find(request);
      if (found === null) return null;
      const { user, session } = found;
      if (!session.activeOrganizationId) return null;
      const { role, secondFactorRequired } = await people.findMembership(user.id, session.activeOrganizationId);
      if (role !== 'admin' && role !== 'member') return null;
      if (secondFactorRequired && !hasSecondFactor(found)) throw new ApiError('SECOND_FACTOR_REQUIRED');
      return { kind: 'user', organizationId: session.activeOrganizationId, id: user.id, email: user.email, role };
    },
  };
}

/** A sign-in by a password ends where only the issuer signs people in, and one at the issuer after its hours. */
function isValid({ session: { way, createdAt } }: SignedIn, oidc: OidcConfig | null): boolean {
  if (way === 'password') return oidc?.only !== true;
  return oidc !== null && new Date(createdAt).getTime() + oidc.sessionMs > Date.now();
}

/** The second factor of a person who signed in elsewhere is the issuer's business. */
function hasSecondFactor({ session, user }: SignedIn): boolean {
  return isSignedInElsewhere(session.way) || user.twoFactorEnabled === true;
}
