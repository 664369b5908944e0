/**
 * The prefix of stand-ins. The library registers only schemes in the form of a reversed domain, as RFC 8252 §7.1
 * recommends, but editors have others (`cursor://…`). Such a redirect URI is registered as a stand-in of that form,
 * which is replaced before the client receives it.
 */
const SCHEME = 'invalid.redirect.stand-in:';
const STAND_IN = `${SCHEME}/`;

/** @param schemes the schemes that the operator allows, such as `cursor` */
export function standInFor(schemes: readonly string[], uri: unknown): unknown {
  if (typeof uri !== 'string' || uri.includes('#')) return uri;
  const url = URL.parse(uri);
  if (url === null || url.username !== '' || url.password !== '') return uri;
  return schemes.includes(url.protocol.slice(0, -1)) ? STAND_IN + Buffer.from(uri).toString('base64url') : uri;
}

/** Detects a stand-in in any spelling, because the library may change the spelling. */
export function isStandIn(uri: string): boolean {
  return URL.parse(uri)?.protocol === SCHEME;
}

/** Returns the URI that a stand-in replaces. Returns any other text unchanged. */
export function withoutStandIn(uri: string): string {
  return isStandIn(uri) ? Buffer.from(uri.slice(STAND_IN.length), 'base64url').toString() : uri;
}
