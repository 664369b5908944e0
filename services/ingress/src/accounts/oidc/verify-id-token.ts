import { errors, jwtVerify, type JWTPayload } from 'jose';
import type { Metadata } from './issuer-metadata.ts';
import { unavailable } from './issuer-requests.ts';
import { SignInRefused } from './sign-in-refused.ts';

/** The clocks of the issuer and of this service may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 300;
/**
 * The accepted algorithms. HMAC is excluded, because it uses the client secret as its key. The issuers of
 * docs/sign-in.md sign with keys of their key set.
 */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/**
 * Verifies an ID token as OpenID Connect Core §3.1.3.7 requires, and returns its claims.
 * @throws SignInRefused
 */
export async function verifyIdToken(
  metadata: Metadata,
  idToken: string,
  expected: { clientId: string; nonce: string },
): Promise<JWTPayload> {
  try {
    return await verify(metadata, idToken, expected);
  } catch (error) {
    throw asRefusal(error);
  }
}

async function verify(
  { discovery, keys }: Metadata,
  idToken: string,
  { clientId, nonce }: { clientId: string; nonce: string },
): Promise<JWTPayload> {
  const check = () =>
    jwtVerify(idToken, keys, {
      issuer: discovery.issuer,
      audience: clientId,
      algorithms: ALGORITHMS,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      requiredClaims: ['sub', 'exp', 'iat'],
    });
  const { payload } = await check().catch(async (error: unknown) => {
    // Another key may have the same name as a replaced one.
    if (!(error instanceof errors.JWSSignatureVerificationFailed)) throw error;
    await keys.reload();
    return check();
  });
  if (payload['nonce'] !== nonce) throw invalid('The nonce is not the one of this sign-in');
  const { azp } = payload;
  // OpenID Connect Core §3.1.3.7, 4 and 5.
  if ((Array.isArray(payload.aud) && payload.aud.length > 1 && azp === undefined) || (azp ?? clientId) !== clientId)
    throw invalid('The ID token was issued to another client');
  return payload;
}

function asRefusal(error: unknown): SignInRefused {
  if (error instanceof SignInRefused) return error;
  if (error instanceof errors.JWKSTimeout) return unavailable('The keys of the issuer did not arrive in time', error);
  return invalid(error instanceof Error ? error.message : 'The ID token cannot be read');
}

export function invalid(message: string): SignInRefused {
  return new SignInRefused('id_token_invalid', message);
}
