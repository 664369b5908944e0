import { expect, test } from '@jest/globals';
import { findServer } from './find-server.ts';

const RESOURCE = 'https://tools.example.com/mcp';
const ISSUER = 'https://auth.example.com';
const CLIENT_DOCUMENT = 'https://workflows.example.com/credentials/client.json';

type Parts = Parameters<typeof findServer>[0];

/** Returns the parts of ingress, with an authorization server that has these members of metadata. */
function partsWith(metadata: object, publicUrl: string, clients: Parts['oauth']['clients'] = []) {
  const registered: unknown[] = [];
  const pages: Record<string, object> = {
    'https://tools.example.com/.well-known/oauth-protected-resource/mcp': {
      resource: RESOURCE,
      authorization_servers: [ISSUER],
    },
    'https://auth.example.com/.well-known/oauth-authorization-server': {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/authorize`,
      token_endpoint: `${ISSUER}/token`,
      registration_endpoint: `${ISSUER}/register`,
      token_endpoint_auth_methods_supported: ['client_secret_post', 'none'],
      ...metadata,
    },
  };
  const send = ({ url, method, body }: { url: URL; method: string; body: unknown }) => {
    const isRegistration = method === 'POST' && url.pathname === '/register';
    if (isRegistration) registered.push(JSON.parse(String(body)));
    const page = isRegistration ? { client_id: 'registered', client_secret: 'r' } : pages[url.href];
    const status = page === undefined ? 404 : 200;
    return Promise.resolve({ status, headers: {}, body: Buffer.from(JSON.stringify(page ?? {})) });
  };
  const discovery = () => ({ http: { send }, signal: new AbortController().signal, isProtected: () => true });
  const parts = { oauth: { discovery, clients }, config: { publicUrl } } as unknown as Parts;
  return { parts, registered };
}

const OPERATOR = { issuer: `${ISSUER}/`, clientId: 'operator', clientSecret: 'o' };
const DOCUMENTS = { client_id_metadata_document_supported: true };
const HTTPS = 'https://workflows.example.com';

test.each<[string, string | null, object, string, Parts['oauth']['clients'], object]>([
  [
    'the client that was given',
    'given',
    DOCUMENTS,
    HTTPS,
    [OPERATOR],
    { clientId: 'given', clientAuthentication: 'body' },
  ],
  ['that of the operator', null, DOCUMENTS, HTTPS, [OPERATOR], { clientId: 'operator', clientAuthentication: 'body' }],
  [
    'a document',
    null,
    DOCUMENTS,
    HTTPS,
    [],
    { clientId: CLIENT_DOCUMENT, clientSecret: '', clientAuthentication: 'none' },
  ],
  ['a client that registers, where no document is read', null, {}, HTTPS, [], { clientId: 'registered' }],
  [
    'a client that registers, where nobody could read the document',
    null,
    DOCUMENTS,
    'http://127.0.0.1',
    [],
    {
      clientId: 'registered',
      clientAuthentication: 'body',
    },
  ],
  [
    'that of the operator only at its issuer',
    null,
    {},
    HTTPS,
    [{ ...OPERATOR, issuer: 'https://x.example' }],
    {
      clientId: 'registered',
    },
  ],
])('signs in as %s', async (_which, clientId, metadata, publicUrl, clients, expected) => {
  const { parts, registered } = partsWith(metadata, publicUrl, clients);
  const { server } = await findServer(parts, { resourceUrl: RESOURCE, clientId, scopes: [] } as never, 's');
  expect(server).toMatchObject({ ...expected, discovered: { issuer: ISSUER, resource: RESOURCE } });
  expect(registered).toHaveLength(server.clientId === 'registered' ? 1 : 0);
});
