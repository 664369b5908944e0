import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The keys for secrets, 32 bytes each. */
export interface SecretsKeys {
  /** The key that encrypts and decrypts. */
  secretsKey: Uint8Array;
  /** Keys that decrypt values which are not yet sealed with the current key; none if left out. */
  previousSecretsKeys?: readonly Uint8Array[];
}

/**
 * Encrypts a secret's value with AES-256-GCM: 12 bytes nonce, 16 bytes tag, ciphertext. Organization and name are
 * authenticated with it, so a row that was copied to another name or organization cannot be decrypted.
 */
export function sealSecret(
  key: Uint8Array,
  organizationId: string,
  name: string,
  value: string,
): Uint8Array<ArrayBuffer> {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(place(organizationId, name));
  const ciphertext = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return new Uint8Array(Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]));
}

/** Returns the value of a sealed secret, and whether the current key sealed it. Returns null if no key opens it. */
export function tryOpenSecret(
  { secretsKey, previousSecretsKeys = [] }: SecretsKeys,
  organizationId: string,
  name: string,
  sealed: Uint8Array,
): { value: string; isCurrent: boolean } | null {
  for (const key of [secretsKey, ...previousSecretsKeys]) {
    const value = openWith(key, organizationId, name, sealed);
    if (value !== null) return { value, isCurrent: key === secretsKey };
  }
  return null;
}

/** Returns the value of a sealed secret. @throws Error if no key opens it, or the bytes were changed */
export function openSecret(keys: SecretsKeys, organizationId: string, name: string, sealed: Uint8Array): string {
  const opened = tryOpenSecret(keys, organizationId, name, sealed);
  if (opened === null)
    throw new Error(`the secret ${name} was sealed with another SECRETS_KEY, or its row was changed`);
  return opened.value;
}

function openWith(key: Uint8Array, organizationId: string, name: string, sealed: Uint8Array): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(place(organizationId, name));
  decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const opened = [decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  } catch {
    return null;
  }
}

function place(organizationId: string, name: string): Buffer {
  return Buffer.from(`${organizationId}\n${name}`, 'utf8');
}
