import { APIError, getOAuthState } from 'better-auth/api';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import type { BetterAuthPlugin } from 'better-auth';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import type { Logger } from '@workflow/service-runtime';
import { LimitReachedError, OIDC_PROVIDER, type AdmitOutcome, type People } from '@workflow/session-store';
import { SIGN_IN_PAGE } from '../auth-path.ts';
import type { Issuer } from '../../oidc/issuer.ts';
import type { OidcConfig } from '../../oidc/oidc-config.ts';
import { readPerson, readRole, valuesOf, type Claims } from '../../oidc/read-claims.ts';
import { SignInRefused, type RefusalReason } from '../../oidc/sign-in-refused.ts';

/** The field that carries the error of an exchange in the tokens of the library. */
const FAILURE = 'failure';
/** The field in the state of a sign-in with the invitation that it accepts. */
export const INVITATION_FIELD = 'invitationId';

interface IssuerSignInOptions {
  config: OidcConfig;
  issuer: Issuer;
  people: People;
  publicUrl: string;
  /** Seals ID tokens in the database. */
  secret: string;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
}

const REASONS: Readonly<Record<Exclude<AdmitOutcome['kind'], 'admitted'>, RefusalReason>> = {
  'no-account': 'no_account',
  'address-taken': 'address_taken',
  'invitation-unusable': 'invitation_unusable',
  'organization-missing': 'organization_missing',
};

type Provider = NonNullable<
  NonNullable<Awaited<ReturnType<ReturnType<typeof genericOAuth>['init']>>>['context']['socialProviders']
>[number];

/**
 * Returns the library's plug-in for sign-ins at the issuer. State, nonce, PKCE, cookies and sessions are handled by the
 * library. The requests to the issuer, the verification and the choice of the account are ours: the plug-in would read
 * the discovery document once at the start, without limits, and accept no difference of clocks (docs/decisions/0550).
 */
export function issuerSignIn(options: IssuerSignInOptions): BetterAuthPlugin {
  const { config, issuer } = options;
  const plugin = genericOAuth({
    config: [
      {
        providerId: OIDC_PROVIDER,
        name: config.label,
        clientId: config.clientId,
        clientSecret: config.clientSecret,
        scopes: config.scopes,
        pkce: true,
        // Replaced by the URL in the discovery document.
        authorizationUrl: config.issuer,
        tokenUrl: config.issuer,
        accountSubject: ({ profile }) => String(profile.id ?? ''),
        // The library replaces any error of an exchange, so the next step throws it.
        getToken: async ({ code, codeVerifier = '', redirectURI }) => {
          try {
            const { idToken, accessToken } = await issuer.exchange(code, codeVerifier, redirectURI);
            return { idToken, ...(accessToken !== null && { accessToken }) };
          } catch (error) {
            return { raw: { [FAILURE]: error } };
          }
        },
        getUserInfo: ({ idToken = '', accessToken, raw }) =>
          refuseHere(options, () => {
            const failure = raw?.[FAILURE];
            if (failure instanceof Error) throw failure;
            return admit(options, { idToken, accessToken: accessToken ?? null });
          }),
        // Only `admit` creates and links accounts.
        disableSignUp: true,
      },
    ],
  });
  const init: BetterAuthPlugin['init'] = async (context) => {
    const { socialProviders } = (await plugin.init(context)).context;
    const [provider, ...others] = socialProviders;
    if (provider === undefined) throw new Error('The accounts library has no provider for sign-ins at the issuer');
    return { context: { socialProviders: [discovered(provider, options), ...others] } };
  };
  return { ...plugin, init } as BetterAuthPlugin;
}

/** Returns the provider of the plug-in with the current URLs of the discovery document. */
function discovered(provider: Provider, { config, issuer, secret }: IssuerSignInOptions): Provider {
  return {
    ...provider,
    get issuer() {
      return issuer.peek()?.issuer;
    },
    requiresIdTokenNonce: true,
    createAuthorizationURL: async (data) => {
      const { authorizationUrl } = await issuer.discover().catch((error: unknown) => {
        throw new APIError('SERVICE_UNAVAILABLE', {
          message: `The identity provider cannot be reached: ${messageOf(error)}`,
          code: 'IDENTITY_PROVIDER_UNAVAILABLE',
        });
      });
      const made = await provider.createAuthorizationURL(data);
      const url = new URL(authorizationUrl);
      for (const [name, value] of made.searchParams) url.searchParams.set(name, value);
      return url;
    },
    createEndSessionURL: async ({ idToken }) => {
      const { endSessionUrl } = await issuer.discover();
      if (endSessionUrl === null) return null;
      const url = new URL(endSessionUrl);
      url.searchParams.set('client_id', config.clientId);
      const hint = idToken ? await unsealed(idToken, secret) : null;
      if (hint !== null && hint.length <= MAX_HINT_LENGTH) url.searchParams.set('id_token_hint', hint);
      return url;
    },
  };
}

/** Servers and proxies refuse longer URLs. */
const MAX_HINT_LENGTH = 6_000;

async function unsealed(data: string, key: string): Promise<string | null> {
  try {
    return await symmetricDecrypt({ key, data });
  } catch {
    // AUTH_SECRET was changed.
    return null;
  }
}

/** Verifies the tokens and admits the person. Returns the profile by which the library finds the account. */
async function admit(
  { config, issuer, people, secret, log }: IssuerSignInOptions,
  tokens: { idToken: string; accessToken: string | null },
) {
  const state = (await getOAuthState()) as Record<string, unknown> | null;
  const nonce = state?.['idTokenNonce'];
  if (typeof nonce !== 'string') throw new SignInRefused('id_token_invalid', 'The sign-in has no nonce');
  const claims = await issuer.readClaims(tokens, nonce, (tokenClaims) => missingClaims(tokenClaims, config));
  const accountId = `${config.issuer}#${String(claims['sub'])}`;
  const { email, emailVerified, name } = readPerson(claims);
  if (email === null) throw new SignInRefused('no_email', 'The issuer sends no e-mail address');
  const role = config.roles === null ? null : readRole(claims, config.roles);
  if (config.roles !== null && role === null) {
    await people.endIssuerSignIns(accountId);
    throw new SignInRefused('no_role', `The claim ${config.roles.claim} has no value that may sign in`);
  }
  const invitationId = state?.[INVITATION_FIELD];
  const outcome = await people
    .admitPerson({
      accountId,
      email,
      emailVerified,
      name,
      role,
      organization: config.organization,
      invitationId: typeof invitationId === 'string' ? invitationId : null,
      idToken: await symmetricEncrypt({ key: secret, data: tokens.idToken }),
    })
    .catch((error: unknown) => {
      if (!(error instanceof LimitReachedError)) throw error;
      throw new SignInRefused('organization_full', error.message);
    });
  if (outcome.kind === 'organization-missing')
    log.error({ part: 'accounts' }, 'No organization has the slug in OIDC_ORGANIZATION');
  if (outcome.kind !== 'admitted') throw new SignInRefused(REASONS[outcome.kind], `Refused: ${outcome.kind}`);
  // The profile has no other fields, because the library would write them to the account.
  return { id: accountId, sub: accountId, email, emailVerified: false, name };
}

/** Returns which claims the ID token lacks: claims that a sign-in needs, claims that are only useful, or null. */
function missingClaims(claims: Claims, { roles }: OidcConfig): 'needed' | 'useful' | null {
  const { email, email_verified: verified, name } = claims;
  if (email === undefined || (roles !== null && valuesOf(claims, roles.claim).length === 0)) return 'needed';
  return verified === undefined || name === undefined ? 'useful' : null;
}

/** Redirects the browser of a refused sign-in to the sign-in page, which explains the reason. */
async function refuseHere<Result>(
  { publicUrl, log }: Pick<IssuerSignInOptions, 'publicUrl' | 'log'>,
  step: () => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await step();
  } catch (error) {
    if (!(error instanceof SignInRefused)) throw error;
    log.info(
      { part: 'accounts', factor: OIDC_PROVIDER, outcome: 'refused', reason: error.reason, detail: error.message },
      'sign-in',
    );
    throw refusalRedirect(publicUrl, error.reason);
  }
}

/** Returns an error that the library answers as a redirect. */
function refusalRedirect(publicUrl: string, reason: RefusalReason): APIError {
  return new APIError('FOUND', undefined, { location: `${publicUrl}${SIGN_IN_PAGE}?error=${reason}` });
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
