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
 * Authenticates cookie sessions. The membership is read each time, so a removed member loses access immediately, on
 * every replica.
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
    // A refresh would set a cookie, which this answer cannot contain. The library's get-session does it.
    const session = await library.api.getSession({
      headers: webHeaders(request.headers),
      query: { disableRefresh: true },
    });
    const validSession = session !== null && isValid(session, oidc) ? session : null;
    if (
      validSession !== null &&
      !SAFE_METHODS.has(request.method ?? '') &&
      !isFromTrustedOrigin(publicUrl, request.headers)
    )
      throw new ApiError('UNTRUSTED_ORIGIN');
    return validSession;
  }

  return {
    signedIn: async (request) => {
      const signedIn = await find(request);
      if (signedIn === null) throw new ApiError('UNAUTHORIZED');
      const { user, session } = signedIn;
      return {
        userId: user.id,
        email: user.email,
        name: user.name,
        emailVerified: user.emailVerified,
        signInId: session.id,
        hasSecondFactor: hasSecondFactor(signedIn),
        ownSecondFactor: user.twoFactorEnabled === true,
      };
    },
    authenticate: async (request) => {
      const signedIn = await find(request);
      if (signedIn === null) return null;
      const { user, session } = signedIn;
      if (!session.activeOrganizationId) return null;
      const { role, secondFactorRequired } = await people.findMembership(user.id, session.activeOrganizationId);
      if (role !== 'admin' && role !== 'member') return null;
      if (secondFactorRequired && !hasSecondFactor(signedIn)) throw new ApiError('SECOND_FACTOR_REQUIRED');
      return { kind: 'user', organizationId: session.activeOrganizationId, id: user.id, email: user.email, role };
    },
  };
}

/**
 * Returns false for a sign-in by a password if only the issuer signs people in, and for an old sign-in at the issuer.
 */
function isValid({ session: { way, createdAt } }: SignedIn, oidc: OidcConfig | null): boolean {
  if (way === 'password') return oidc?.only !== true;
  return oidc !== null && new Date(createdAt).getTime() + oidc.sessionMs > Date.now();
}

/**
 * Returns true if no second factor is needed here. The issuer handles the second factor of people who sign in there.
 */
function hasSecondFactor({ session, user }: SignedIn): boolean {
  return isSignedInElsewhere(session.way) || user.twoFactorEnabled === true;
}
