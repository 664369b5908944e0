import type { BetterAuthPlugin } from 'better-auth';
import type { Logger } from '@workflow/service-runtime';
import type { People } from '@workflow/session-store';
import type { AuthConfig } from '../../auth-config.ts';
import { issuerSignIn } from './issuer-sign-in.ts';
import { openIssuer } from '../../oidc/issuer.ts';
import { signInLink } from './sign-in-link.ts';
import { SIGN_IN_LINK_PATH } from '../../oidc/ways-to-sign-in.ts';

const MINUTE_SECONDS = 60;
/** Maximum number of links that one IP address may try in a minute. */
const MAX_LINKS_PER_MINUTE = 60;

/**
 * Returns the settings of the accounts library for sign-ins at the issuer, and a function that closes its connections.
 */
export function openIssuerParts(
  { oidc, secret }: Pick<AuthConfig, 'oidc' | 'secret'>,
  parts: { people: People; publicUrl: string; log: Pick<Logger, 'info' | 'warn' | 'error'> },
) {
  const issuer = oidc === null ? null : openIssuer(oidc);
  const plugins: BetterAuthPlugin[] = [];
  if (oidc !== null && issuer !== null) plugins.push(issuerSignIn({ ...parts, config: oidc, issuer, secret }));
  if (oidc?.only === true) plugins.push(signInLink(parts.people));
  // People in one office share an IP address.
  const rate = { window: MINUTE_SECONDS, max: oidc?.signInsPerMinute ?? 1 };
  return {
    plugins,
    account: {
      // `admitPerson` links and updates the accounts of people who sign in at the issuer.
      updateAccountOnSignIn: false,
      accountLinking: { enabled: false },
      // Beginning a sign-in writes nothing to the database.
      storeStateStrategy: 'cookie' as const,
    },
    rates: {
      '/sign-in/social': rate,
      '/callback/*': rate,
      [SIGN_IN_LINK_PATH]: { window: MINUTE_SECONDS, max: MAX_LINKS_PER_MINUTE },
    },
    close: async (): Promise<void> => issuer?.close(),
  };
}
