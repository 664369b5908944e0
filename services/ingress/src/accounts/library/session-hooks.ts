import type { People } from '@workflow/session-store';
import type { AuthConfig } from '../auth-config.ts';
import { isSignedInElsewhere, wayOf } from '../oidc/ways-to-sign-in.ts';

/** The library's request context, as far as these hooks look at it. */
type HookContext = { path?: string; context: { session?: { session: Record<string, unknown> } | null } } | null;

/** Sets the organization, way and lifetime of a new cookie session, and the longest lifetime of one that is renewed. */
export function sessionHooks(people: People, { sessionMaxLifetimeMs, oidc }: AuthConfig) {
  return {
    create: {
      before: async <Session extends { userId: string }>(session: Session, ctx: HookContext) => {
        const way = wayOf(ctx?.path);
        const expiresAt = way === 'password' || oidc === null ? null : new Date(Date.now() + oidc.sessionMs);
        const activeOrganizationId = await people.findHomeOrganization(session.userId);
        return { data: { ...session, activeOrganizationId, way, ...(expiresAt !== null && { expiresAt }) } };
      },
    },
    update: {
      // One that began at the issuer is never renewed.
      before: async <Session extends object>(session: Session, ctx: HookContext) => {
        const { way, createdAt } = ctx?.context.session?.session ?? {};
        const isLimited = 'expiresAt' in session && isSignedInElsewhere(way) && createdAt instanceof Date;
        if (!isLimited || oidc === null) return { data: session };
        return { data: { ...session, expiresAt: new Date(createdAt.getTime() + oidc.sessionMs) } };
      },
      // The library renews a cookie session in use without any limit.
      after: async ({ id, createdAt, expiresAt }: { id: string; createdAt: Date; expiresAt: Date }) => {
        const latest = new Date(createdAt.getTime() + sessionMaxLifetimeMs);
        if (expiresAt > latest) await people.limitSignIn(id, latest);
      },
    },
  };
}
