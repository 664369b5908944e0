import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

/**
 * The purpose of a sealed text: notifications, sent by executors to an ingress, or starts, sent by an ingress or the
 * dispatcher to executors. The keys depend on these texts, so they must not change.
 */
type SealPurpose = 'end-signals' | 'session-starts';

/**
 * Seals the messages between executors and an ingress or the dispatcher. Someone with access to the queue's server can
 * neither read nor forge them.
 */
export interface QueueSeal {
  /**
   * @param name the name of the process
   * @param associated unsealed text that is authenticated with the sealed text
   */
  seal(name: string, associated: string, text: string): string;
  /**
   * Returns null if the text was sealed for another purpose, process or associated text, by an unknown key, or if it
   * changed.
   */
  open(name: string, associated: string, sealed: string): string | null;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/**
 * Maximum number of cached keys: one for each replica of ingress and each dispatcher, including processes that ended.
 */
const MAX_KEYS = 1_000;

/** Returns the length of a sealed text in characters, by the bytes of the text. */
export function sealedLength(bytes: number): number {
  return Math.ceil((NONCE_BYTES + TAG_BYTES + bytes) / 3) * 4;
}

/**
 * Seals with AES-256-GCM (NIST SP 800-38D) and a key for each purpose and process (HKDF, RFC 5869). A process gets a
 * new name at every start, so no key encrypts the 2³² messages that random nonces allow (§8.3), and a process cannot
 * open the messages for another one.
 */
export function createQueueSeal(keys: readonly Uint8Array[], purpose: SealPurpose): QueueSeal {
  const derived = new Map<string, KeyObject[]>();

  function keysFor(name: string): KeyObject[] {
    const cachedKeys = derived.get(name);
    if (cachedKeys !== undefined) return cachedKeys;
    const derive = (key: Uint8Array) => hkdfSync('sha256', key, '', `${purpose} ${name}`, KEY_BYTES);
    const derivedKeys = keys.map((key) => createSecretKey(new Uint8Array(derive(key))));
    if (derived.size >= MAX_KEYS) derived.clear();
    derived.set(name, derivedKeys);
    return derivedKeys;
  }

  return {
    seal(name, associated, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keysFor(name)[0] as KeyObject, nonce);
      cipher.setAAD(Buffer.from(associated));
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
    },
    open(name, associated, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      for (const key of keysFor(name)) {
        const text = openWith(key, associated, bytes);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

function openWith(key: KeyObject, associated: string, bytes: Buffer): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(associated));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
