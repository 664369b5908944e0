import { errors, jwtVerify, SignJWT, type JWTPayload, type JWTVerifyOptions } from 'jose';
import type { KeyObject } from 'node:crypto';
import { parseReceivedJson, StepFailure, type JsonObject } from '@workflow/component-kit/run';
import type { Algorithm } from './algorithms.ts';

/** The maximum length of a token to verify. The library parses its header before it verifies the signature. */
const MAX_TOKEN_LENGTH = 262_144;

/** The options with which a token is signed. */
interface TokenOptions {
  algorithm: Algorithm;
  issuer?: string | undefined;
  audience?: string | undefined;
  nowMs: number;
}

export async function signToken(
  payload: JsonObject,
  key: KeyObject,
  { algorithm, issuer, audience, nowMs, expiresInSeconds }: TokenOptions & { expiresInSeconds: number },
): Promise<string> {
  const now = Math.floor(nowMs / 1_000);
  const claims: JsonObject = { iat: now, exp: now + expiresInSeconds, ...payload };
  if (issuer !== undefined) claims['iss'] = issuer;
  if (audience !== undefined) claims['aud'] = audience;
  try {
    return await new SignJWT(claims as JWTPayload).setProtectedHeader({ alg: algorithm, typ: 'JWT' }).sign(key);
  } catch (error) {
    throw new StepFailure('CONFIG_INVALID', `The token cannot be signed: ${(error as Error).message}`);
  }
}

/**
 * Verifies a token and returns its claims. @throws StepFailure TOKEN_INVALID with the reason, without any part of the
 * token
 */
export async function verifyToken(
  token: string,
  key: KeyObject,
  { algorithm, issuer, audience, nowMs }: TokenOptions,
): Promise<JsonObject> {
  const options: JWTVerifyOptions = { algorithms: [algorithm], currentDate: new Date(nowMs) };
  if (issuer !== undefined) options.issuer = issuer;
  if (audience !== undefined) options.audience = audience;
  if (token.length > MAX_TOKEN_LENGTH)
    throw new StepFailure('TOKEN_INVALID', `The token has more than ${MAX_TOKEN_LENGTH} characters`);
  try {
    await jwtVerify(token.trim(), key, options);
    return claimsOf(token.trim());
  } catch (error) {
    throw new StepFailure('TOKEN_INVALID', reasonOf(error, algorithm));
  }
}

/** Returns the claims of a verified token, because the library would change long integers (decision 0055). */
function claimsOf(token: string): JsonObject {
  return parseReceivedJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as JsonObject;
}

function reasonOf(error: unknown, algorithm: Algorithm): string {
  if (error instanceof errors.JWTExpired) return 'The token has expired';
  if (error instanceof errors.JWTClaimValidationFailed)
    return CLAIM_REASONS[error.claim] ?? 'A claim of the token does not match';
  if (error instanceof errors.JWSSignatureVerificationFailed) return 'The signature does not match the key';
  if (error instanceof errors.JOSEAlgNotAllowed) return `The token is not signed with ${algorithm}`;
  return 'The text is not a JSON Web Token';
}

const CLAIM_REASONS: Readonly<Record<string, string>> = {
  nbf: 'The token is not valid yet',
  iss: 'The token is from another issuer',
  aud: 'The token is for another audience',
};
