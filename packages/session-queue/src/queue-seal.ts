import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';

/** What is sealed: ends that executors tell an ingress; starts that an ingress or the dispatcher gives executors. */
export type SealPurpose = 'end-signals' | 'session-starts';

/**
 * Seals what passes between one process, an ingress or the dispatcher, and executors: nobody who has only the queue's
 * server reads it or makes it up.
 */
export interface QueueSeal {
  /**
   * @param name of the process
   * @param beside text that is sent unsealed, and that the sealed text belongs to
   */
  seal(name: string, beside: string, text: string): string;
  /** null: it was sealed for another purpose or process, by an unknown key, for another text, or changed. */
  open(name: string, beside: string, sealed: string): string | null;
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Keys that are kept: one for each replica of ingress and each dispatcher, and those of processes that are gone. */
const MAX_KEYS = 1_000;

/** Length of the sealed text of so many bytes, in characters. */
export function sealedLength(bytes: number): number {
  return Math.ceil((NONCE_BYTES + TAG_BYTES + bytes) / 3) * 4;
}

/**
 * AES-256-GCM (NIST SP 800-38D) under a key for each purpose and process (HKDF, RFC 5869): a process has a new name
 * at every start, so no key meets the 2³² messages that random nonces are good for (§8.3), and no message of another
 * process opens.
 */
export function createQueueSeal(keys: readonly Uint8Array[], purpose: SealPurpose): QueueSeal {
  const derived = new Map<string, KeyObject[]>();

  function keysFor(name: string): KeyObject[] {
    const known = derived.get(name);
    if (known !== undefined) return known;
    const derive = (key: Uint8Array) => hkdfSync('sha256', key, '', `${purpose} ${name}`, KEY_BYTES);
    const made = keys.map((key) => createSecretKey(new Uint8Array(derive(key))));
    if (derived.size >= MAX_KEYS) derived.clear();
    derived.set(name, made);
    return made;
  }

  return {
    seal(name, beside, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keysFor(name)[0] as KeyObject, nonce);
      cipher.setAAD(Buffer.from(beside));
      const sealed = [cipher.update(text, 'utf8'), cipher.final()];
      return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString('base64');
    },
    open(name, beside, sealed) {
      const bytes = Buffer.from(sealed, 'base64');
      if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
      for (const key of keysFor(name)) {
        const text = openWith(key, beside, bytes);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

function openWith(key: KeyObject, beside: string, bytes: Buffer): string | null {
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAAD(Buffer.from(beside));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
