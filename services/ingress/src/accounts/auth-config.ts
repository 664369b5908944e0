import { isIP } from 'node:net';
import type { EnvReader } from '@workflow/service-runtime';
import type { MailConfig } from './mail.ts';
import { readOidcConfig, type OidcConfig } from './oidc/oidc-config.ts';
import { MAX_PASSWORD_LENGTH } from './passwords/password-length.ts';
import { passwordProblem } from './passwords/password-rules.ts';

/** The settings of sign-ins (docs/environment.md). Times are in milliseconds. */
export interface AuthConfig {
  /** The secret that signs cookies. */
  secret: string;
  /** The lifetime of a cookie session that is not used. */
  sessionLifetimeMs: number;
  /** The maximum lifetime of a cookie session, however much it is used. */
  sessionMaxLifetimeMs: number;
  /** Maximum number of failed sign-ins of one IP address for one e-mail address within `signInWindowMs`. */
  signInMaxFailures: number;
  /** Maximum number of failed sign-ins of one IP address for all e-mail addresses together. */
  signInMaxFailuresPerAddress: number;
  signInWindowMs: number;
  /** Maximum number of failed sign-ins for one e-mail address from all IP addresses within `signInAccountWindowMs`. */
  signInMaxFailuresPerAccount: number;
  signInAccountWindowMs: number;
  /** Maximum number of organizations that a user may create. With 0 only the first admin's exists. */
  maxOrganizationsPerUser: number;
  invitationLifetimeMs: number;
  passwordResetLifetimeMs: number;
  /** The time for which a code of the command line can be confirmed. */
  deviceCodeLifetimeMs: number;
  /** The limit for each network. */
  deviceSignInsPerHour: number;
  /** Null if the service sends no mail. */
  mail: MailConfig | null;
  /** The IP addresses and networks whose `X-Forwarded-For` is trusted. */
  trustedProxies: string[];
  /** The interval at which last-used times of keys and tokens are written. */
  lastUsedWriteMs: number;
  /** The first admin, which is created if there is no user. */
  firstAdmin: FirstAdminConfig | null;
  /** Null if people sign in only with passwords. */
  oidc: OidcConfig | null;
}

/** `password` is null if only the issuer signs people in. */
interface FirstAdminConfig {
  email: string;
  password: string | null;
  organizationName: string;
}

const MIN_SECRET_LENGTH = 32;

/** Reads the settings. Never rejects, because `reader` collects the problems. */
export async function readAuthConfig(reader: EnvReader): Promise<AuthConfig> {
  const secret = reader.string('AUTH_SECRET');
  if (secret !== '' && secret.length < MIN_SECRET_LENGTH)
    reader.problem('AUTH_SECRET', `must be at least ${MIN_SECRET_LENGTH} characters long`);
  const oidc = readOidcConfig(reader);
  return {
    secret,
    sessionLifetimeMs: reader.integer('AUTH_SESSION_LIFETIME_MS', { default: 7 * 86_400_000, min: 60_000 }),
    sessionMaxLifetimeMs: reader.integer('AUTH_SESSION_MAX_LIFETIME_MS', { default: 30 * 86_400_000, min: 60_000 }),
    signInMaxFailures: reader.integer('SIGN_IN_MAX_FAILURES', { default: 5, min: 1 }),
    signInMaxFailuresPerAddress: reader.integer('SIGN_IN_MAX_FAILURES_PER_ADDRESS', { default: 50, min: 1 }),
    signInWindowMs: reader.integer('SIGN_IN_WINDOW_MS', { default: 60_000, min: 1_000 }),
    signInMaxFailuresPerAccount: reader.integer('SIGN_IN_MAX_FAILURES_PER_ACCOUNT', { default: 50, min: 1 }),
    signInAccountWindowMs: reader.integer('SIGN_IN_ACCOUNT_WINDOW_MS', { default: 900_000, min: 1_000 }),
    maxOrganizationsPerUser: reader.integer('MAX_ORGANIZATIONS_PER_USER', { default: 10, min: 0, max: 1_000_000 }),
    invitationLifetimeMs: reader.integer('INVITATION_LIFETIME_MS', { default: 7 * 86_400_000, min: 60_000 }),
    passwordResetLifetimeMs: reader.integer('PASSWORD_RESET_LIFETIME_MS', { default: 3_600_000, min: 60_000 }),
    deviceCodeLifetimeMs: reader.integer('DEVICE_CODE_LIFETIME_MS', { default: 600_000, min: 10_000, max: 3_600_000 }),
    deviceSignInsPerHour: reader.integer('DEVICE_SIGN_INS_PER_HOUR', { default: 30, min: 1 }),
    mail: readMailConfig(reader),
    trustedProxies: readTrustedProxies(reader),
    lastUsedWriteMs: reader.integer('LAST_USED_WRITE_MS', { default: 5_000, min: 100 }),
    firstAdmin: await readFirstAdmin(reader, oidc?.only === true),
    oidc,
  };
}

function readMailConfig(reader: EnvReader): MailConfig | null {
  const url = reader.url('SMTP_URL', { default: null, protocols: ['smtp', 'smtps'] });
  const from = reader.string('MAIL_FROM', { default: null, maxLength: 320 });
  const timeoutMs = reader.integer('SMTP_TIMEOUT_MS', { default: 10_000, min: 100 });
  if (url === null) return null;
  if (from === null || !/^([^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(from))
    reader.problem('MAIL_FROM', 'must be an e-mail address, or a name and an address in <>, when SMTP_URL is set');
  return { url, from: from ?? '', timeoutMs };
}

/** The names of networks that Express supports. */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal']);

function readTrustedProxies(reader: EnvReader): string[] {
  const proxies = reader.list('TRUSTED_PROXIES', []);
  if (!proxies.every(isNetwork))
    reader.problem('TRUSTED_PROXIES', `must be addresses, networks such as 10.0.0.0/8, or ${[...NETWORKS].join(', ')}`);
  return proxies;
}

function isNetwork(text: string): boolean {
  if (NETWORKS.has(text)) return true;
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128));
}

async function readFirstAdmin(reader: EnvReader, isWithoutPassword: boolean): Promise<FirstAdminConfig | null> {
  const email = reader.string('ADMIN_EMAIL', { default: null, maxLength: 320 });
  const password = reader.string('ADMIN_PASSWORD', { default: null, maxLength: MAX_PASSWORD_LENGTH });
  const organizationName = reader.string('ADMIN_ORGANIZATION', { default: 'My organization', maxLength: 200 });
  if (email === null && (password === null || isWithoutPassword)) return null;
  if (email === null || !/^[^\s@]+@[^\s@]+$/.test(email))
    reader.problem('ADMIN_EMAIL', 'must be an e-mail address when ADMIN_PASSWORD is set');
  if (isWithoutPassword) return { email: email ?? '', password: null, organizationName };
  const problem =
    password === null ? 'must be set when ADMIN_EMAIL is set' : await passwordProblem(password, [email ?? '']);
  if (problem !== null) reader.problem('ADMIN_PASSWORD', problem);
  return { email: email ?? '', password: password ?? '', organizationName };
}
