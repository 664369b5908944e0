import type { EnvReader } from '@workflow/service-runtime';
import type { KnownOAuthClient } from '@workflow/session-store';

export type OAuthServerConfig = ReturnType<typeof readOAuthServerConfig>;

/** Reads the settings for sign-ins of MCP clients (docs/environment.md). */
export function readOAuthServerConfig(reader: EnvReader) {
  return {
    /** The lifetime of an OAuth access token. */
    tokenLifetimeMs: reader.integer('MCP_TOKEN_LIFETIME_MS', { default: 3_600_000, min: 60_000, max: 86_400_000 }),
    /** The time after which a client that does not request a token must be authorized again. */
    refreshLifetimeMs: reader.integer('MCP_REFRESH_LIFETIME_MS', { default: 30 * 86_400_000, min: 60_000 }),
    /** Maximum number of clients that registered themselves. With 0 only those of `clients` exist. */
    maxClients: reader.integer('MCP_MAX_CLIENTS', { default: 1_000, min: 0, max: 100_000 }),
    /** The limit for each network. */
    registrationsPerHour: reader.integer('MCP_REGISTRATIONS_PER_HOUR', { default: 20, min: 1 }),
    /** A client that registered itself and has no token is removed after this time. */
    unusedClientMs: reader.integer('MCP_UNUSED_CLIENT_MS', { default: 86_400_000, min: 60_000 }),
    clients: readMcpClients(reader),
    redirectSchemes: readRedirectSchemes(reader),
  };
}

const DEFAULT_SCHEMES = 'cursor,vscode,vscode-insiders,windsurf,zed';
/** Schemes that are refused, because a page that is redirected there would run or show content of the URL. */
const NO_APPLICATION = new Set(['http', 'https', 'javascript', 'data', 'file', 'blob', 'vbscript', 'about']);

/** Reads the schemes of installed applications that are not reversed domains and that a client may register. */
function readRedirectSchemes(reader: EnvReader): string[] {
  const listed = reader.string('MCP_REDIRECT_SCHEMES', { default: DEFAULT_SCHEMES, maxLength: 1_000 });
  const schemes = listed
    .split(',')
    .map((scheme) => scheme.trim())
    .filter((scheme) => scheme !== '');
  if (!schemes.every((scheme) => /^[a-z][a-z0-9+-]*$/.test(scheme) && !NO_APPLICATION.has(scheme)))
    reader.problem('MCP_REDIRECT_SCHEMES', 'must list schemes of applications in lower case, separated by commas');
  return schemes;
}

const RULE =
  'must be a JSON list of { "clientId", "name", "redirectUris" }, with at least one redirect URI that is an ' +
  'absolute address';

/** Reads MCP clients, which sign in at this service. The operator lists those that do not register themselves. */
function readMcpClients(reader: EnvReader): KnownOAuthClient[] {
  const text = reader.string('MCP_CLIENTS', { default: '[]', maxLength: 65_536 });
  try {
    const clients = JSON.parse(text) as unknown;
    if (Array.isArray(clients) && clients.every(isKnownClient)) return clients;
  } catch {
    // The problem is reported below.
  }
  reader.problem('MCP_CLIENTS', RULE);
  return [];
}

function isKnownClient(client: unknown): client is KnownOAuthClient {
  if (typeof client !== 'object' || client === null) return false;
  const { clientId, name, redirectUris } = client as Partial<Record<keyof KnownOAuthClient, unknown>>;
  if (typeof clientId !== 'string' || !/^[\w.-]{1,100}$/.test(clientId)) return false;
  if (typeof name !== 'string' || name.length === 0 || name.length > 100) return false;
  if (!Array.isArray(redirectUris) || redirectUris.length === 0) return false;
  return redirectUris.every((uri) => typeof uri === 'string' && URL.canParse(uri));
}
