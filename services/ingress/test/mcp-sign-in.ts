import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client';
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Person } from './management/people.ts';
import type { AnyBody } from './start-test-ingress.ts';

export const REDIRECT_URI = 'http://127.0.0.1:9/callback';

/** The functions that the official clients need of a program, with everything that they store. */
export class ProgramThatSignsIn {
  readonly redirectUrl: string;
  readonly clientMetadata: AnyBody;
  client: AnyBody;
  savedTokens: AnyBody;
  verifier = '';
  /** Where the person was sent. */
  authorizationUrl: URL | null = null;

  constructor(client?: AnyBody, redirectUrl = REDIRECT_URI) {
    this.client = client;
    this.redirectUrl = redirectUrl;
    this.clientMetadata = {
      client_name: 'Assistant',
      redirect_uris: [redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    };
  }

  clientInformation = (): AnyBody => this.client;
  saveClientInformation = (client: AnyBody): void => void (this.client = client);
  tokens = (): AnyBody => this.savedTokens;
  saveTokens = (tokens: AnyBody): void => void (this.savedTokens = tokens);
  redirectToAuthorization = (url: URL): void => void (this.authorizationUrl = url);
  saveCodeVerifier = (verifier: string): void => void (this.verifier = verifier);
  codeVerifier = (): string => this.verifier;
  discovered: AnyBody;
  saveDiscoveryState = (found: AnyBody): void => void (this.discovered = found);
  discoveryState = (): AnyBody => this.discovered;
}

export interface ConnectedClient {
  listTools(): Promise<{ tools: { name: string }[] }>;
  callTool(call: { name: string; arguments?: Record<string, unknown> }): Promise<AnyBody>;
  close(): Promise<void>;
}

/** Both majors of the official client. */
export const OFFICIAL_CLIENTS = {
  'of the current major': () => new ModernClient({ name: 'test', version: '1' }, {}),
  'of the first major': () => new OlderClient({ name: 'test', version: '1' }),
} as const;

export type OfficialClient = keyof typeof OFFICIAL_CLIENTS;

function transportOf(which: OfficialClient, url: string, authProvider: ProgramThatSignsIn): AnyBody {
  const Transport = which === 'of the current major' ? ModernTransport : OlderTransport;
  return new Transport(new URL(`${url}/mcp`), { authProvider: authProvider as never });
}

/** Connects, and signs in on the way by `agree`, which gives where the browser was sent back to. */
export async function connectAndSignIn(
  which: OfficialClient,
  url: string,
  program: ProgramThatSignsIn,
  agree: (authorizationUrl: URL) => Promise<URL>,
): Promise<ConnectedClient> {
  const first = transportOf(which, url, program);
  const refused = await (OFFICIAL_CLIENTS[which]() as AnyBody).connect(first).then(
    () => null,
    (error: Error) => error,
  );
  if (refused === null || program.authorizationUrl === null)
    throw new Error('the client was let in without a token', { cause: refused });
  const { searchParams } = await agree(program.authorizationUrl);
  await first.finishAuth(searchParams.get('code'), searchParams.get('iss'));
  const client = OFFICIAL_CLIENTS[which]() as AnyBody;
  await client.connect(transportOf(which, url, program));
  return client as ConnectedClient;
}

/** Does what a person's browser does, without the page: it follows the address, and answers yes or no. */
export async function answerConsent(
  person: Person,
  authorizationUrl: URL,
  answer: { accept: boolean; organizationId?: string; scope?: string },
): Promise<AnyBody> {
  const { pathname, search } = authorizationUrl;
  const asked = await fetch(authorizationUrl.origin + pathname + search, {
    redirect: 'manual',
    headers: { cookie: person.cookie },
  });
  const page = new URL(asked.headers.get('location') ?? 'none:');
  if (page.pathname !== '/authorize' || page.searchParams.has('error'))
    throw new Error(`the person was sent to ${page.href}`);
  const { organizationId = await activeOrganization(person) } = answer;
  const { status, body } = await person.request('POST', '/api/auth/oauth2/consent', {
    accept: answer.accept,
    oauth_query: page.search.slice(1),
    organization_id: organizationId,
    ...(answer.scope !== undefined && { scope: answer.scope }),
  });
  return { status, body, redirected: typeof body?.url === 'string' ? new URL(body.url) : null };
}

/** Agrees to what is asked. @returns where the browser is sent back to, with the code */
export function agreesAs(person: Person): (authorizationUrl: URL) => Promise<URL> {
  return async (authorizationUrl) => {
    const { redirected, body } = await answerConsent(person, authorizationUrl, { accept: true });
    if (redirected?.searchParams.has('code') !== true) throw new Error(`there is no code in ${JSON.stringify(body)}`);
    return redirected;
  };
}

async function activeOrganization(person: Person): Promise<string> {
  const { body } = await person.request('GET', '/api/auth/get-session');
  return body.session.activeOrganizationId;
}
