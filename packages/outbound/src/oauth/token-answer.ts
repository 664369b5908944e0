import { parseAnswer } from './parse-answer.ts';

/** An answer of a token endpoint in the form of RFC 6749 §5. */
interface TokenAnswer {
  status: number;
  body: Record<string, unknown>;
}

/** Kinds of tokens that need more than a header (RFC 9449, OAuth 1 drafts). All others are sent as bearer tokens. */
const OTHER_KINDS = new Set(['dpop', 'mac', 'pop']);
const FORM = /^\s*(access_token|error)=/;
/** The maximum length of a form. */
const MAX_FORM = 65_536;

/**
 * Reads an answer of a token endpoint in the forms that providers use, and returns it in the form of RFC 6749 §5.1 and
 * §5.2. Leaves out members that are null or empty, converts numbers in texts to numbers, and gives an error status 400
 * and a text as its name.
 */
export function readTokenAnswer(status: number, text: string): TokenAnswer {
  const given = parseObject(text);
  if (given === null)
    return status < 300 ? { status: 200, body: {} } : errorAnswer(status, `HTTP ${status}`, undefined);
  const body = withoutEmpty(given);
  if (typeof body['access_token'] === 'string' && status < 300) return { status: 200, body: tokenBody(body) };
  const { error, error_description: description } = errorOf(body);
  if (error !== undefined) return errorAnswer(status, error, description);
  return status < 300 ? { status: 200, body } : errorAnswer(status, `HTTP ${status}`, undefined);
}

/** Parses an object in JSON or in a form, as GitHub and earlier Facebook send it. Returns null for any other text. */
function parseObject(text: string): Record<string, unknown> | null {
  const parsed = parseAnswer(text);
  if (parsed !== null) return parsed as Record<string, unknown>;
  return text.length <= MAX_FORM && FORM.test(text) ? Object.fromEntries(new URLSearchParams(text.trim())) : null;
}

function withoutEmpty(given: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== ''));
}

function tokenBody(body: Record<string, unknown>): Record<string, unknown> {
  const { access_token, refresh_token, token_type, expires_in, expires } = body;
  const kind = typeof token_type === 'string' ? token_type.toLowerCase() : 'bearer';
  const life = Number(expires_in ?? expires);
  // The identity of the person is not needed, so an id_token (OpenID Connect) is not read. Scopes are never compared.
  return {
    access_token,
    ...(typeof refresh_token === 'string' && { refresh_token }),
    token_type: OTHER_KINDS.has(kind) ? kind : 'bearer',
    ...(Number.isFinite(life) && life > 0 && { expires_in: life }),
  };
}

interface AnsweredError {
  error: string | undefined;
  error_description: string | undefined;
}

function errorOf(body: Record<string, unknown>): AnsweredError {
  const { error, error_description, message, status } = body;
  const description = textOf(error_description) ?? textOf(message);
  if (typeof error === 'string') return { error, error_description: description };
  // Facebook sends an object. Its code 190 means that a token expired.
  if (typeof error === 'object' && error !== null) {
    const { type, code, message: reported } = error as Record<string, unknown>;
    return { error: code === 190 ? 'token_expired' : (textOf(type) ?? 'error'), error_description: textOf(reported) };
  }
  // HubSpot sends the name in `status`.
  return { error: typeof status === 'string' ? status.toLowerCase() : undefined, error_description: description };
}

/** Errors have status 400 or 401 (RFC 6749 §5.2). GitHub and Slack send 200. */
function errorAnswer(status: number, error: string, description: string | undefined): TokenAnswer {
  return {
    status: status >= 400 && status < 500 ? status : 400,
    body: { error, ...(description !== undefined && { error_description: description }) },
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
