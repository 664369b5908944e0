import { createHash, randomBytes, randomInt } from 'node:crypto';

/** Consonants, so that codes contain no words and no letters that look alike (RFC 8628 §6.1). */
const LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';
const USER_CODE_LENGTH = 8;
const DEVICE_CODE_BYTES = 32;

/** The time that a program waits between two requests. */
export const INTERVAL_SECONDS = 5;

export function newDeviceCode(): string {
  return randomBytes(DEVICE_CODE_BYTES).toString('base64url');
}

/** Returns a code in the form that people type: `BCDF-GHJK`, 34 bits. */
export function newUserCode(): string {
  const letters = Array.from({ length: USER_CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return `${letters.slice(0, 4)}-${letters.slice(4)}`;
}

export function hashDeviceCode(code: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(createHash('sha256').update(`device|${code}`).digest());
}

/** Hashes the code that a person typed. Case, spaces and hyphens do not matter. */
export function hashUserCode(code: string): Uint8Array<ArrayBuffer> {
  const letters = code.toUpperCase().replaceAll(/[^A-Z]/g, '');
  return new Uint8Array(createHash('sha256').update(`user|${letters}`).digest());
}
