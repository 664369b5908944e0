import type { People } from '@workflow/session-store';
import type { AuthConfig } from '../auth-config.ts';
import { isSignedInElsewhere, wayOf } from '../oidc/ways-to-sign-in.ts';

/** The fields of the library's request context that these hooks read. */
type HookContext = { path?: string; context: { session?: { session: Record<string, unknown> } | null } } | null;

/** Sets organization, way and lifetime of a new cookie session, and limits the lifetime of a renewed one. */
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
      // A session that began at the issuer is never renewed.
      before: async <Session extends object>(session: Session, ctx: HookContext) => {
        const { way, createdAt } = ctx?.context.session?.session ?? {};
        const isLimited = 'expiresAt' in session && isSignedInElsewhere(way) && createdAt instanceof Date;
        if (!isLimited || oidc === null) return { data: session };
        return { data: { ...session, expiresAt: new Date(createdAt.getTime() + oidc.sessionMs) } };
      },
      // The library renews a used cookie session without limit.
      after: async ({ id, createdAt, expiresAt }: { id: string; createdAt: Date; expiresAt: Date }) => {
        const latest = new Date(createdAt.getTime() + sessionMaxLifetimeMs);
        if (expiresAt > latest) await people.limitSignIn(id, latest);
      },
    },
  };
}
