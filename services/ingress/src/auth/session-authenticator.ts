import type { IncomingMessage } from 'node:http';
import type { People } from '@workflow/session-store';
import { ApiError } from '../errors/api-error.ts';
import type { UserAuthenticator } from '../http/caller.ts';
import { webHeaders } from './answer-auth.ts';
import type { IngressAuth } from './create-auth.ts';
import { isFromTrustedOrigin } from './trusted-origin.ts';

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Cookie sessions. The membership is read anew each time: who was removed is out at once, on every replica. */
export function sessionAuthenticator(auth: IngressAuth, people: Pick<People, 'findRole'>, publicUrl: string): UserAuthenticator {
  return {
    authenticate: async (request: IncomingMessage) => {
      // Refreshing would set a cookie that this answer does not carry; the library's own get-session does it.
      const signedIn = await auth.api.getSession({ headers: webHeaders(request.headers), query: { disableRefresh: true } });
      if (signedIn === null) return null;
      if (!SAFE_METHODS.has(request.method ?? '') && !isFromTrustedOrigin(publicUrl, request.headers)) throw new ApiError('UNTRUSTED_ORIGIN');
      const { activeOrganizationId } = signedIn.session;
      if (!activeOrganizationId) return null;
      const role = await people.findRole(signedIn.user.id, activeOrganizationId);
      if (role !== 'admin' && role !== 'member') return null;
      return { kind: 'user', organizationId: activeOrganizationId, id: signedIn.user.id, email: signedIn.user.email, role };
    },
  };
}
