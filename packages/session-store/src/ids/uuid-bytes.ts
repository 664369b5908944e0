export const UUID_BYTES = 16;

/** Returns the bytes of UUIDs, one after another. */
export function uuidBytes(...uuids: string[]): Buffer {
  return Buffer.from(uuids.join('').replaceAll('-', ''), 'hex');
}

/** Returns the UUID whose bytes begin at this position. */
export function uuidAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + UUID_BYTES);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
