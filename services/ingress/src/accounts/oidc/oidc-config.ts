import { readAllowedList, type AllowedAddresses } from '@workflow/outbound';
import type { EnvReader } from '@workflow/service-runtime';

/** The settings of sign-ins at an OpenID Connect issuer (docs/sign-in.md). Times are in milliseconds. */
export interface OidcConfig {
  /** Without a slash at its end. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  scopes: string[];
  /** The text of the button on the sign-in page. */
  label: string;
  /** The slug of the organization that new people join; null if they need an account or an invitation. */
  organization: string | null;
  /** Null if the issuer does not decide about roles. */
  roles: { claim: string; adminValues: string[]; memberValues: string[] } | null;
  /** True if nobody may sign in with a password. */
  only: boolean;
  /** The lifetime of a sign-in, however much it is used. */
  sessionMs: number;
  /** The timeout of all requests of one sign-in to the issuer together. */
  timeoutMs: number;
  /** Sign-ins that one IP address may begin, and finish, in a minute. */
  signInsPerMinute: number;
  /** Private IP addresses that ingress may reach for sign-ins: the issuer's host, and those that the operator names. */
  allowed: AllowedAddresses;
}

/** The settings that have no effect without `OIDC_ISSUER`. */
const DEPENDENT = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ORGANIZATION', 'OIDC_ROLE_CLAIM'] as const;
const HOUR_MS = 3_600_000;
const SLUG = /^[a-z0-9][a-z0-9-]{0,99}$/;

/** Returns null if no issuer is configured. `reader` collects the problems. */
export function readOidcConfig(reader: EnvReader): OidcConfig | null {
  const issuer = reader.url('OIDC_ISSUER', { default: null });
  const clientId = reader.string('OIDC_CLIENT_ID', { default: null, maxLength: 500 });
  const clientSecret = reader.string('OIDC_CLIENT_SECRET', { default: null, maxLength: 4_000 });
  const scopes = readScopes(reader);
  const label = reader.string('OIDC_LABEL', { default: 'Single sign-on', maxLength: 60 });
  const organization = reader.string('OIDC_ORGANIZATION', { default: null });
  const claim = reader.string('OIDC_ROLE_CLAIM', { default: null, maxLength: 500 });
  const adminValues = reader.list('OIDC_ADMIN_VALUES', []);
  const memberValues = reader.list('OIDC_MEMBER_VALUES', []);
  const only = reader.flag('OIDC_ONLY', false);
  const sessionMs = reader.integer('OIDC_SESSION_HOURS', { default: 12, min: 1, max: 720 }) * HOUR_MS;
  const timeoutMs = reader.integer('OIDC_TIMEOUT_MS', { default: 10_000, min: 100, max: 60_000 });
  const signInsPerMinute = reader.integer('OIDC_SIGN_INS_PER_MINUTE', { default: 300, min: 1, max: 1_000_000 });
  const addresses = reader.list('OIDC_ALLOWED_ADDRESSES', []);

  if (organization !== null && !SLUG.test(organization))
    reader.problem('OIDC_ORGANIZATION', 'must be the slug of an organization, such as my-organization');
  if (claim === null && adminValues.length + memberValues.length > 0)
    reader.problem('OIDC_ROLE_CLAIM', 'must be set when OIDC_ADMIN_VALUES or OIDC_MEMBER_VALUES is set');
  if (claim !== null && adminValues.length + memberValues.length === 0)
    reader.problem('OIDC_MEMBER_VALUES', 'or OIDC_ADMIN_VALUES must be set when OIDC_ROLE_CLAIM is set');
  const allowed = readAllowedList([...hostOf(issuer), ...addresses], (rule) =>
    reader.problem('OIDC_ALLOWED_ADDRESSES', rule),
  );
  if (issuer === null) {
    const values = [clientId, clientSecret, organization, claim];
    for (const [index, name] of DEPENDENT.entries())
      if (values[index] !== null) reader.problem(name, 'must not be set without OIDC_ISSUER');
    if (only) reader.problem('OIDC_ONLY', 'must not be true without OIDC_ISSUER: no one could sign in');
    return null;
  }
  if (URL.parse(issuer)?.search || URL.parse(issuer)?.hash)
    reader.problem('OIDC_ISSUER', 'must have neither a query nor a fragment');
  if (clientId === null) reader.problem('OIDC_CLIENT_ID', 'is required when OIDC_ISSUER is set');
  if (clientSecret === null) reader.problem('OIDC_CLIENT_SECRET', 'is required when OIDC_ISSUER is set');
  return {
    issuer,
    clientId: clientId ?? '',
    clientSecret: clientSecret ?? '',
    scopes,
    label,
    organization,
    roles: claim === null ? null : { claim, adminValues, memberValues },
    only,
    sessionMs,
    timeoutMs,
    signInsPerMinute,
    allowed,
  };
}

function readScopes(reader: EnvReader): string[] {
  const text = reader.string('OIDC_SCOPES', { default: 'openid email profile', maxLength: 1_000 });
  const scopes = text.split(/[\s,]+/).filter((scope) => scope !== '');
  if (!scopes.includes('openid')) reader.problem('OIDC_SCOPES', 'must contain openid');
  return scopes;
}

/** Returns the host in the form of `readAllowedList`, where IPv6 addresses have no brackets. */
function hostOf(issuer: string | null): string[] {
  const hostname = issuer === null ? undefined : URL.parse(issuer)?.hostname;
  return hostname === undefined || hostname === '' ? [] : [hostname.replaceAll(/^\[|\]$/g, '')];
}
