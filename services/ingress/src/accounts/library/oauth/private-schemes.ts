/**
 * The library registers schemes in the form of a reversed domain alone, as RFC 8252 §7.1 recommends, and editors have
 * others (`cursor://…`). Such a redirect URI is registered under a stand-in of that form, which is replaced before the
 * client hears of it.
 */
const SCHEME = 'invalid.redirect.stand-in:';
const STAND_IN = `${SCHEME}/`;

/** @param schemes those that the operator allows, such as `cursor` */
export function standInFor(schemes: readonly string[], uri: unknown): unknown {
  if (typeof uri !== 'string' || uri.includes('#')) return uri;
  const url = URL.parse(uri);
  if (url === null || url.username !== '' || url.password !== '') return uri;
  return schemes.includes(url.protocol.slice(0, -1)) ? STAND_IN + Buffer.from(uri).toString('base64url') : uri;
}

/** However it is written: the library may keep another spelling of what was sent. */
export function isStandIn(uri: string): boolean {
  return URL.parse(uri)?.protocol === SCHEME;
}

/** What a stand-in stands for; anything else as it is. */
export function withoutStandIn(uri: string): string {
  return isStandIn(uri) ? Buffer.from(uri.slice(STAND_IN.length), 'base64url').toString() : uri;
}
