import type { People } from '@workflow/session-store';
import { hashPassword } from '../passwords/password-hash.ts';

/** The slug of the organization that `pnpm start` fills with examples. */
const DEMO_ORGANIZATION = 'demo';

/**
 * Creates the first admin if there is no user. The admin joins the demo organization if it exists, otherwise a new
 * organization of that name. Returns true if the admin was created.
 */
export async function ensureFirstAdmin(
  people: People,
  admin: { email: string; password: string | null; organizationName: string },
): Promise<boolean> {
  // This check precedes the hashing of the password, which takes a tenth of a second. The store checks again under its
  // lock.
  if (await people.anyUser()) return false;
  return people.createFirstAdmin({
    name: admin.email.split('@')[0] ?? admin.email,
    email: admin.email,
    passwordHash: admin.password === null ? null : await hashPassword(admin.password),
    organizationName: admin.organizationName,
    joinOrganization: DEMO_ORGANIZATION,
  });
}
