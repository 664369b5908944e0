import { readAllowedList } from '@workflow/outbound';
import type { EnvReader } from '@workflow/service-runtime';

/** A client that the operator registered at an authorization server. */
interface OperatorClient {
  issuer: string;
  clientId: string;
  clientSecret?: string;
}

export type OAuthConfig = ReturnType<typeof readOAuthConfig>;

/** Reads the allowed hosts of authorization servers, and their timeout. */
export function readOAuthConfig(reader: EnvReader) {
  return {
    allowed: readAllowedList(reader.list('HTTP_ALLOWED_ADDRESSES', []), (rule) =>
      reader.problem('HTTP_ALLOWED_ADDRESSES', rule),
    ),
    clients: readAppOAuthClients(reader),
    timeoutMs: reader.integer('OAUTH_TIMEOUT_MS', { default: 10_000, min: 100, max: 60_000 }),
  };
}

const RULE = 'must be a JSON list of { "issuer", "clientId", "clientSecret" }, where issuer is a URL';

/**
 * Reads the client ids with which this service signs in at authorization servers of other services. The message of a
 * problem contains no secret.
 */
function readAppOAuthClients(reader: EnvReader): OperatorClient[] {
  const text = reader.string('APP_OAUTH_CLIENTS', { default: '[]', maxLength: 65_536 });
  try {
    const clients = JSON.parse(text) as unknown;
    if (Array.isArray(clients) && clients.every(isOperatorClient)) return clients;
  } catch {
    // The problem is reported below.
  }
  reader.problem('APP_OAUTH_CLIENTS', RULE);
  return [];
}

function isOperatorClient(client: unknown): client is OperatorClient {
  if (typeof client !== 'object' || client === null) return false;
  const { issuer, clientId, clientSecret = '' } = client as Record<string, unknown>;
  return (
    typeof issuer === 'string' &&
    URL.canParse(issuer) &&
    typeof clientId === 'string' &&
    clientId !== '' &&
    typeof clientSecret === 'string'
  );
}
