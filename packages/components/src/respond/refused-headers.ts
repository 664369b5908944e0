/** RFC 9110 §5.1. */
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;

/**
 * Headers that affect the whole address of the service: they sign people in, redirect browsers, store responses for
 * others, or name reporters and other servers. Headers of the connection (RFC 9110 §7.6.1) and headers of the service
 * itself are refused too.
 */
const REFUSED = new Set([
  'accept-ch',
  'alt-svc',
  'alt-used',
  'authentication-info',
  'cdn-cache-control',
  'clear-site-data',
  'connection',
  'content-encoding',
  'content-length',
  'content-security-policy',
  'content-security-policy-report-only',
  'critical-ch',
  'document-policy',
  'expect-ct',
  'feature-policy',
  'integrity-policy',
  'integrity-policy-report-only',
  'keep-alive',
  'link',
  'nel',
  'no-vary-search',
  'observe-browsing-topics',
  'origin-agent-cluster',
  'origin-trial',
  'permissions-policy',
  'permissions-policy-report-only',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'public-key-pins',
  'public-key-pins-report-only',
  'referrer-policy',
  'refresh',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'set-cookie',
  'set-cookie2',
  'set-login',
  'sourcemap',
  'speculation-rules',
  'strict-transport-security',
  'supports-loading-mode',
  'surrogate-control',
  'te',
  'timing-allow-origin',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'use-as-dictionary',
  'www-authenticate',
  'x-content-type-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-sourcemap',
]);
const REFUSED_PREFIXES = ['access-control-', 'cross-origin-', 'sec-', 'x-accel-'];

/** Directives that allow a proxy to send one sender's response to others (RFC 9111 §5.2.2). */
const SHARED_CACHING = new Set(['public', 's-maxage', 'immutable', 'stale-while-revalidate', 'stale-if-error']);

/** Returns the reason why a response must not have the header, or null. */
export function refusedHeader(name: string): string | null {
  if (!TOKEN.test(name)) return `${name} is not a valid header name`;
  const lower = name.toLowerCase();
  const isRefused = REFUSED.has(lower) || REFUSED_PREFIXES.some((prefix) => lower.startsWith(prefix));
  return isRefused ? `The header ${name} must not be set` : null;
}

/** Returns the reason why a header must not have the value, or null. */
export function refusedValue(name: string, value: string): string | null {
  if (name.toLowerCase() !== 'cache-control') return null;
  const names = value.split(',').map((directive) => directive.split('=')[0]?.trim().toLowerCase() ?? '');
  const refused = names.find((directive) => SHARED_CACHING.has(directive));
  return refused === undefined ? null : `The header ${name} must not contain ${refused}`;
}
