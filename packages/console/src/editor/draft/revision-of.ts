/** The number of a draft's revision, which its ETag begins with; null for another ETag. */
export function revisionOf(etag: string): number | null {
  const digits = /\d+/.exec(etag)?.[0];
  return digits === undefined ? null : Number(digits);
}
