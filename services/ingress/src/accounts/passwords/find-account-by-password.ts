import type { People } from '@workflow/session-store';
import { verifyPassword } from './password-hash.ts';

/**
 * Returns the account of the e-mail address that has this password, or null. Several accounts may have the address,
 * because nobody proved to own it (docs/decisions/0086). Computes a slow hash for each.
 *
 * @param least checks nothing unless the address has this many accounts
 */
export async function findAccountByPassword(
  people: Pick<People, 'findAccounts'>,
  email: string,
  password: string,
  least = 1,
): Promise<string | null> {
  const accounts = await people.findAccounts(email);
  if (accounts.length < least) return null;
  for (const { userId, passwordHash } of accounts)
    if (await verifyPassword({ hash: passwordHash, password })) return userId;
  return null;
}
