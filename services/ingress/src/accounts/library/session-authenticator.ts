import type { IncomingMessage } from 'node:http';
import type { People } from '@workflow/session-store';
import { ApiError } from '../../errors/api-error.ts';
import type { UserAuthenticator } from '../../http/caller.ts';
import { webHeaders } from './answer-auth.ts';
import type { IngressAuth } from './create-auth.ts';
import { isFromTrustedOrigin } from '../../http/addresses/trusted-origin.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Authenticates cookie sessions. The membership is read each time, so a removed member loses access at once, on every
 * replica.
 */
export function sessionAuthenticator(
  auth: () => Promise<IngressAuth>,
  people: Pick<People, 'findMembership'>,
  publicUrl: string,
): UserAuthenticator {
  /** @throws ApiError UNTRUSTED_ORIGIN */
  async function find(request: IncomingMessage) {
    if (request.headers.cookie === undefined) return null;
    const library = await auth();
    // Refreshing would set a cookie that this answer cannot contain. The library's own get-session does it.
    const found = await library.api.getSession({
      headers: webHeaders(request.headers),
      query: { disableRefresh: true },
    });
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
        hasSecondFactor: user.twoFactorEnabled === true,
      };
    },
    authenticate: async (request) => {
      const found = await find(request);
      if (found === null) return null;
      const { user, session } = found;
      if (!session.activeOrganizationId) return null;
      const { role, secondFactorRequired } = await people.findMembership(user.id, session.activeOrganizationId);
      if (role !== 'admin' && role !== 'member') return null;
      if (secondFactorRequired && user.twoFactorEnabled !== true) throw new ApiError('SECOND_FACTOR_REQUIRED');
      return { kind: 'user', organizationId: session.activeOrganizationId, id: user.id, email: user.email, role };
    },
  };
}
