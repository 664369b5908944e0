/** RFC 9110 §5.1. */
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/**
 * Headers that say something of the whole address, which is not the author's, or of the connection (RFC 9110 §7.6.1),
 * and those that the service sets itself.
 */
const REFUSED = new Set([
  'set-cookie',
  'set-cookie2',
  'content-security-policy',
  'content-security-policy-report-only',
  'clear-site-data',
  'strict-transport-security',
  'service-worker-allowed',
  'x-content-type-options',
  'alt-svc',
  'nel',
  'report-to',
  'reporting-endpoints',
  'public-key-pins',
  'content-length',
  'content-encoding',
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const REFUSED_PREFIX = 'access-control-';

/** Why a response must not have the header; null: it may. */
export function refusedHeader(name: string): string | null {
  if (!TOKEN.test(name)) return `${name} is no name of a header`;
  const lower = name.toLowerCase();
  return REFUSED.has(lower) || lower.startsWith(REFUSED_PREFIX) ? `the header ${name} must not be set` : null;
}
