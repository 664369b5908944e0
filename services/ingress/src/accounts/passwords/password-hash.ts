/** The accounts library is loaded when the first password is hashed or verified. */
const load = () => import('better-auth/crypto');

/** Hashes a password. It is slow on purpose. */
export async function hashPassword(password: string): Promise<string> {
  return (await load()).hashPassword(password);
}

/** Verifies a password. It is slow on purpose. */
export async function verifyPassword(hashed: { hash: string; password: string }): Promise<boolean> {
  return (await load()).verifyPassword(hashed);
}
