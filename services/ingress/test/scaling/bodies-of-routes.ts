import type { JsonSchema } from '@workflow/component-kit';
import type { JsonObject } from '@workflow/workflow-model';
import { textFieldsOf, withText } from '../../../../test/scaling/text-fields.ts';
import type { ListedRoute } from '../../src/http/define-route.ts';
import { FOR_MANY, OWN_TOOLS } from '../../src/mcp/tools/find-tools.ts';

interface WrittenBody {
  name: string;
  type: string;
  /** Makes a body of the type with a text in it. */
  write(text: string): string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=b';

const part = (headers: string, content: string): string => `--b\r\n${headers}\r\n\r\n${content}\r\n--b--\r\n`;
const escaped = (text: string): string => encodeURIComponent(text.toWellFormed().slice(0, Math.ceil(text.length / 3)));

/** Places of a body that a text can be at, by its type; each place is read by another part of a parser. */
const PLACES: Readonly<Record<string, readonly WrittenBody[]>> = {
  [JSON_TYPE]: [
    { name: 'JSON', type: JSON_TYPE, write: (text) => text },
    { name: 'a JSON text', type: JSON_TYPE, write: (text) => JSON.stringify(text) },
    { name: 'a JSON key', type: JSON_TYPE, write: (text) => JSON.stringify({ [text]: 1 }) },
    { name: 'a JSON value', type: JSON_TYPE, write: (text) => `{"a":${text}}` },
  ],
  [FORM_TYPE]: [
    { name: 'a form', type: FORM_TYPE, write: (text) => text },
    { name: 'a name of a form', type: FORM_TYPE, write: (text) => `${escaped(text)}=a` },
  ],
  'multipart/form-data': [
    { name: 'parts', type: MULTIPART, write: (text) => `--b\r\n${text}` },
    {
      name: 'a boundary',
      type: MULTIPART,
      write: (text) => part('content-disposition: form-data; name="a"', `\r\n--${text}`),
    },
    {
      name: 'a header of a part',
      type: MULTIPART,
      write: (text) => part(`content-disposition: form-data; ${text}`, 'a'),
    },
    {
      name: 'a name of a part',
      type: MULTIPART,
      write: (text) => part(`content-disposition: form-data; name="${text}"`, 'a'),
    },
    {
      name: 'a name of a file',
      type: MULTIPART,
      write: (text) => part(`content-disposition: form-data; name="file"; filename="${text}"`, 'a'),
    },
    {
      name: 'an encoded name of a file',
      type: MULTIPART,
      write: (text) => part(`content-disposition: form-data; name="file"; filename*=UTF-8''${text}`, 'a'),
    },
    {
      name: 'a type of a part',
      type: MULTIPART,
      write: (text) => part(`content-disposition: form-data; name="a"\r\ncontent-type: ${text}`, 'a'),
    },
    { name: 'a part', type: MULTIPART, write: (text) => part('content-disposition: form-data; name="text"', text) },
  ],
  'application/x-ndjson': [
    { name: 'lines', type: 'application/x-ndjson', write: (text) => text },
    { name: 'a line', type: 'application/x-ndjson', write: (text) => `${JSON.stringify({ workflowId: text })}\n` },
  ],
  'application/octet-stream': [{ name: 'bytes', type: 'application/octet-stream', write: (text) => text }],
  '*/*': [
    ...['text/plain', 'text/plain; charset=shift_jis', 'application/xml', 'application/json; charset=utf-16'].map(
      (type): WrittenBody => ({ name: type, type, write: (text) => text }),
    ),
  ],
};

/** Fields that a body which the route reads by itself has, beyond those of its schema. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  answerApproval: ['choice', 'comment', 'by', 'text', 'number', 'list', 'json', 'date', 'inner.text'],
  answerCallback: ['text', 'number', 'list', 'json', 'date', 'choice', 'inner'],
  submitForm: ['text', 'number', 'list', 'json', 'date', 'choice', 'inner.text', '_form', 'file'],
  authorizeDevice: ['client_id', 'scope'],
  issueDeviceKey: ['grant_type', 'client_id', 'device_code'],
  revokeDeviceKey: ['token', 'client_id', 'token_type_hint'],
  confirmCredentialCallback: ['state', 'code', 'error', 'error_description', 'iss'],
  mcp: ['jsonrpc', 'id', 'method'],
};

/** Values of the arguments that tools require. */
const GIVEN: JsonObject = {
  workflowId: '01980000-0000-7000-8000-000000000001',
  sessionId: '01980000-0000-7000-8000-000000000002',
  componentId: '01980000-0000-7000-8000-000000000003',
  ...{ etag: '*', name: 'a', type: 'http-request', query: 'a', components: [], connections: [] },
};

/** A call of a tool that there is not, and of each tool with a text as each of its arguments. */
const CALLS_OF_MCP: readonly WrittenBody[] = [
  callOf('a tool', (text) => ({ name: text, arguments: {} })),
  ...[...OWN_TOOLS, ...FOR_MANY].flatMap(({ description: { name, inputSchema } }) =>
    textFieldsOf(inputSchema as JsonSchema, Number.POSITIVE_INFINITY).map(({ path }) =>
      callOf(`${name} ${path.join('/')}`, (text) => ({
        name,
        arguments: withText(pickedFrom(inputSchema.required ?? []), path, text),
      })),
    ),
  ),
];

function pickedFrom(names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(GIVEN).filter(([name]) => names.includes(name)));
}

function callOf(name: string, params: (text: string) => object): WrittenBody {
  const write = (text: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: params(text) });
  return { name, type: JSON_TYPE, write };
}

/** Returns each way in which a text can be in the body of a route. Where the schema is checked first, one is enough. */
export function bodiesOf({ operationId, bodyTypes }: ListedRoute): WrittenBody[] {
  if (bodyTypes === undefined) return PLACES[JSON_TYPE]!.slice(0, 1);
  const isForm = bodyTypes.includes(FORM_TYPE);
  const isWebhook = operationId.startsWith('receiveWebhook');
  const types = isWebhook ? [...bodyTypes, FORM_TYPE, 'multipart/form-data'] : bodyTypes;
  const inFields = (NAMED[operationId] ?? []).flatMap((name): WrittenBody[] => [
    ...(bodyTypes.includes(JSON_TYPE)
      ? [{ name: `field ${name}`, type: JSON_TYPE, write: (text: string) => JSON.stringify({ [name]: text }) }]
      : []),
    ...(isForm
      ? [
          { name: `${name} of a form`, type: FORM_TYPE, write: (text: string) => `${name}=${escaped(text)}` },
          { name: `${name}, plain`, type: FORM_TYPE, write: (text: string) => `${name}=${text}` },
        ]
      : []),
  ]);
  return [...types.flatMap((type) => PLACES[type] ?? []), ...inFields, ...(operationId === 'mcp' ? CALLS_OF_MCP : [])];
}

/** Fields of the endpoints of the accounts library, which its own document does not list. */
export const LIBRARY_FIELDS: Readonly<Record<string, readonly string[]>> = {
  'POST /sign-in/email': ['email', 'password', 'callbackURL'],
  'GET /get-session': ['disableCookieCache'],
  'POST /change-password': ['newPassword', 'currentPassword'],
  'POST /two-factor/enable': ['password', 'issuer'],
  'POST /two-factor/verify-totp': ['code'],
  'POST /two-factor/verify-backup-code': ['code'],
  'POST /two-factor/generate-backup-codes': ['password'],
  'POST /two-factor/disable': ['password'],
  'GET /organization/list': ['a'],
  'POST /organization/create': ['name', 'slug', 'logo', 'metadata'],
  'POST /organization/set-active': ['organizationId', 'organizationSlug'],
  'GET /organization/list-members': ['organizationId', 'sortBy', 'filterField', 'filterValue'],
  'POST /organization/update-member-role': ['role', 'memberId', 'organizationId'],
  'POST /organization/remove-member': ['memberIdOrEmail', 'organizationId'],
  'GET /organization/list-invitations': ['organizationId'],
  'POST /organization/invite-member': ['email', 'role', 'organizationId'],
  'POST /organization/cancel-invitation': ['invitationId'],
  'POST /organization/accept-invitation': ['invitationId'],
  'POST /organization/reject-invitation': ['invitationId'],
  'GET /oauth2/authorize': ['response_type', 'client_id', 'redirect_uri', 'scope', 'state', 'prompt', 'resource'],
  'GET /oauth2/public-client': ['client_id'],
  'POST /oauth2/consent': ['accept', 'scope', 'oauth_query'],
  'POST /oauth2/token': [
    'grant_type',
    'client_id',
    'code',
    'code_verifier',
    'redirect_uri',
    'refresh_token',
    'resource',
  ],
  'POST /oauth2/revoke': ['token', 'token_type_hint', 'client_id'],
  'POST /organization/leave': ['organizationId'],
  'POST /revoke-other-sessions': ['a'],
  'POST /sign-out': ['a'],
  'POST /oauth2/register': ['redirect_uris', 'client_name', 'scope', 'client_uri', 'logo_uri', 'software_statement'],
};
