import {
  CHAT_COMPONENT,
  CHAT_CONVERSATION,
  LARGE,
  PARENT_SESSION,
  STEPPED_SESSION,
  tenantId,
} from '@workflow/test-harness';
import { pageUrl } from '../../src/http/addresses/page-address.ts';

/** The request to a route on the largest tenant, when the defaults below do not fit. */
export interface RouteRequest {
  /** Names one of several requests. */
  label?: string;
  /** Parameters of the path that differ from the defaults. */
  params?: Record<string, string>;
  query?: string;
  body?: unknown;
  type?: string;
  headers?: Record<string, string>;
  /** The status of the answer where it is neither 2xx nor 303, and why. */
  refused?: { status: number; because: string };
}

/** Where the tokens and addresses of the run are that the service signs. */
export interface SignedParts {
  webhookToken: string;
  callbackAddress: string;
  approvalAddress: string;
  deviceCode: string;
  keyId: string;
  memberId: string;
  credentialId: string;
  organizationId: string;
}

export const WIDE = tenantId('workflow', LARGE.wide);
export const TRIGGERS = tenantId('workflow', LARGE.triggers);
export const WEBHOOK = tenantId('component', 1_300);
export const FORM = tenantId('workflow', LARGE.form);
const CHAT = tenantId('workflow', LARGE.chat);
const CHAT_START = tenantId('component', CHAT_COMPONENT);
const FORM_START = tenantId('component', 2_000);
const LARGE_SESSION = tenantId('session', STEPPED_SESSION);

/** The parameters of a path by its beginning; the first that fits. */
const PARAMS: readonly [path: RegExp, params: (signed: SignedParts) => Record<string, string>][] = [
  [
    /^\/v1\/workflows\/\{id\}\/components\/\{componentId\}\/(token|listener)/,
    () => ({ id: TRIGGERS, componentId: WEBHOOK }),
  ],
  [/^\/v1\/workflows\/\{id\}\/versions/, () => ({ id: WIDE, number: '1' })],
  [/^\/v1\/workflows/, () => ({ id: WIDE, componentId: tenantId('component', 1), draftId: tenantId('draft', 1) })],
  [/^\/v1\/sessions\/\{id\}/, () => ({ id: LARGE_SESSION })],
  [/^\/v1\/operations/, () => ({ id: tenantId('operation', 1) })],
  [/^\/v1\/approvals/, () => ({ id: tenantId('question', 101) })],
  [/^\/webhook/, () => ({ workflowId: TRIGGERS, sessionId: tenantId('session', 1) })],
  [/^\/callbacks/, ({ callbackAddress }) => ({ address: callbackAddress })],
  [/^\/approvals/, ({ approvalAddress }) => ({ address: approvalAddress })],
  [
    /^\/forms/,
    () => ({ formId: pageUrl('', 'FORM', { workflowId: FORM, componentId: FORM_START }).split('/').at(-1)! }),
  ],
  [
    /^\/chats/,
    () => ({
      chatId: pageUrl('', 'CHAT', { workflowId: CHAT, componentId: CHAT_START }).split('/').at(-1)!,
      conversationId: CHAT_CONVERSATION,
    }),
  ],
  [/^\/v1\/organization\/tables/, () => ({ name: 'table1', key: 'row 1' })],
  [/^\/v1\/organization\/secrets/, () => ({ name: 'SECRET_1' })],
  [/^\/v1\/organization\/throttles/, () => ({ host: 'host1.example.com' })],
  [/^\/v1\/organization\/apps/, () => ({ id: tenantId('app', 1), key: 'operation 1' })],
  [/^\/v1\/organization\/credentials/, ({ credentialId }) => ({ id: credentialId })],
  [/^\/v1\/organization\/event-hooks/, () => ({ id: tenantId('hook', 1), deliveryId: tenantId('delivery', 19) })],
  [/^\/v1\/organization\/api-keys/, ({ keyId }) => ({ keyId })],
  [/^\/v1\/files/, () => ({ id: tenantId('file', 1) })],
];

export function paramsOf(path: string, signed: SignedParts): Record<string, string> {
  return PARAMS.find(([beginning]) => beginning.test(path))?.[1](signed) ?? {};
}

export const PARENT = tenantId('session', PARENT_SESSION);
