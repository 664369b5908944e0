/** Returns the time in the first 48 bits of a UUIDv7 (RFC 9562, 5.7). */
export function timeOfUuidv7(id: string): Date {
  return new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}

/** Returns the smallest UUIDv7 of a time: an id that is `>=` to it was made at that time or later. */
export function firstUuidv7At(time: Date): string {
  const hex = Math.max(0, time.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7000-8000-000000000000`;
}
