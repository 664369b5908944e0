import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '@workflow/local-stack';
import {
  createApiClient,
  FIRST_ADMIN,
  OAUTH_CLIENT,
  startAuthorizationServer,
  startSystem,
  type ApiClient,
  type AuthorizationServer,
  type TestSystem,
} from '@workflow/test-harness';
import { isTerminal, type Component, type JsonObject, type SessionStatus } from '@workflow/workflow-model';
import { Client } from 'pg';
import { chain, component } from '../contract-system.ts';
import { Browsing } from './browsing.ts';

const PATH = '/v1/organization/credentials';

/** Both services, an authorization server, and an API that accepts its tokens. */
export interface OAuthLab {
  system: TestSystem;
  server: AuthorizationServer;
  /** The first admin with a separate browser. */
  admin: Browsing;
  api: ApiClient;
  /** The authorization headers with which the API was called. */
  calls: string[];
  credential(more?: JsonObject): Promise<string>;
  /** Completes the sign-in of the admin. */
  signIn(id: string): Promise<string>;
  authorize(id: string): Promise<string>;
  /** Publishes a workflow that calls the API with a credential. `run` runs it to its end. */
  caller(id: string): Promise<{ workflowId: string; run(): Promise<JsonObject> }>;
  show(id: string): Promise<JsonObject>;
  query(text: string, values?: unknown[]): Promise<JsonObject[]>;
  stop(): Promise<void>;
}

export async function startOAuthLab({ executors = 1, env = {}, isOpen = false }: LabOptions = {}): Promise<OAuthLab> {
  const port = await freePort();
  const baseUrl = `http://127.0.0.1:${port}`;
  const server = await startAuthorizationServer({ redirectUri: `${baseUrl}/credentials/callback`, isOpen });
  const system = await startSystem({
    backend: 'postgres',
    ingresses: 0,
    executors,
    env: {
      HTTP_ALLOWED_ADDRESSES: '127.0.0.1',
      ADMIN_EMAIL: FIRST_ADMIN.email,
      ADMIN_PASSWORD: FIRST_ADMIN.password,
      PUBLIC_URL: baseUrl,
      ...env,
    },
  });
  // Ingress exchanges the code of a sign-in, which takes longer while the authorization server starts.
  await system.startIngress({ PORT: String(port), OAUTH_TIMEOUT_MS: '20000' });
  const admin = new Browsing(baseUrl);
  await signInAs(admin);
  const made = await admin.post('/v1/organization/api-keys', { name: 'Lab', scopes: ['run', 'read', 'manage'] });
  const api = createApiClient(baseUrl, ((await made.json()) as { key: string }).key);
  const { calls, url, close } = await serveApi(server);
  const client = new Client({ connectionString: system.databaseUrl, application_name: 'test-harness' });
  await client.connect();
  let count = 0;
  const authorize: OAuthLab['authorize'] = async (id) => {
    const answer = await admin.post(`${PATH}/${id}/authorize`, {});
    return ((await answer.json()) as { authorizationUrl: string }).authorizationUrl;
  };
  return {
    system,
    server,
    admin,
    api,
    calls,
    authorize,
    credential: async (more = {}) => {
      const content = { name: `C${(count += 1)}`, type: 'oauth2', ...fieldsFor(server), ...more };
      return (await api.call<{ id: string }>('POST', PATH, content)).id;
    },
    signIn: async (id) => {
      const back = await admin.consent(await authorize(id), baseUrl);
      return (await admin.open(back, { until: `${baseUrl}/settings` })).url;
    },
    caller: async (id) => {
      const request: Component = component('http-request', { method: 'GET', url, credential: id }, { output: 'it' });
      const workflowId = await api.publish('Calls', chain(request));
      return {
        workflowId,
        run: async () => {
          const { body } = await api.run(workflowId, request.id, {}, { prefer: 'wait=60' });
          if (isTerminal(body.status as SessionStatus)) return body;
          // The caller's wait may end before a slow machine starts the session.
          const sessionId = String(body.sessionId);
          await api.untilEnded(sessionId);
          return api.call('GET', `/v1/sessions/${sessionId}`);
        },
      };
    },
    show: (id) => api.call('GET', `${PATH}/${id}`),
    query: async (text, values = []) => (await client.query<JsonObject>(text, values)).rows,
    stop: async () => {
      await client.end();
      await system.stop();
      await server.stop();
      await close();
    },
  };
}

/** Makes a credential, signs in, and forgets the requests of the sign-in. @throws Error when the sign-in failed */
export async function signedIn(lab: OAuthLab): Promise<string> {
  const id = await lab.credential();
  const page = await lab.signIn(id);
  const { status, statusReason } = await lab.show(id);
  if (status !== 'ready') throw new Error(`The sign-in failed at ${page}: ${String(statusReason)}`);
  lab.server.log.length = 0;
  lab.calls.length = 0;
  return id;
}

/** Makes the stored access token expired. */
export async function endToken(lab: OAuthLab, id: string): Promise<void> {
  await lab.query(
    `UPDATE credential_grants SET expires_at = now() - interval '1 second', refresh_at = now() - interval '1 minute'
      WHERE id = $1`,
    [id],
  );
}

interface LabOptions {
  executors?: number;
  env?: Record<string, string>;
  /** Clients may register themselves at the authorization server. */
  isOpen?: boolean;
}

export async function signInAs(browsing: Browsing): Promise<void> {
  const { status } = await browsing.post('/api/auth/sign-in/email', FIRST_ADMIN);
  if (status !== 200) throw new Error(`The admin could not sign in: ${status}`);
}

function fieldsFor({ tokenUrl, authorizationUrl }: AuthorizationServer): JsonObject {
  return {
    grant: 'authorization-code',
    tokenUrl,
    authorizationUrl,
    ...OAUTH_CLIENT,
    scopes: ['api'],
    hosts: ['127.0.0.1'],
  };
}

/** Starts an API that answers 401 to tokens that the authorization server does not accept. */
async function serveApi(server: AuthorizationServer) {
  const calls: string[] = [];
  const api: Server = createServer((request, response) => {
    const token = (request.headers.authorization ?? '').replace('Bearer ', '');
    calls.push(token);
    void server.knows(token).then((isKnown) => response.writeHead(isKnown ? 200 : 401).end('{}'));
  }).listen(0, '127.0.0.1');
  await once(api, 'listening');
  const close = async () => {
    api.closeAllConnections();
    api.close();
    await once(api, 'close');
  };
  return { calls, url: `http://127.0.0.1:${(api.address() as AddressInfo).port}/`, close };
}
