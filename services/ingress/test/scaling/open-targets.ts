import { newSession } from '@workflow/test-harness';
import pg from 'pg';
import { pageUrl } from '../../src/http/addresses/page-address.ts';
import { SIGNATURE_SCHEMES } from '../../src/webhooks/verification/index.ts';
import type { Route } from '../../src/http/define-route.ts';
import { firstAdmin } from '../management/people.ts';
import { component, startTestIngress, type TestIngress } from '../start-test-ingress.ts';

const OPERATOR_KEY = 'the key of the operator, of course';
/** No request may be refused for its rate: what is measured is how it is read. */
const WITHOUT_PACE = 1_000_000;

/** A service with one thing of each kind that a route takes a text for. */
export interface Targets {
  ingress: TestIngress;
  /** The parameters of paths, by their names. */
  params: Readonly<Record<string, string>>;
  cookie: string;
  operatorKey: string;
  /** Webhooks and their tokens, by the scheme of their signatures; `none`: without one. */
  webhooks: Readonly<Record<string, { path: string; token: string }>>;
  stop(): Promise<void>;
}

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const FIELDS = [
  { key: 'text', type: 'TEXT' },
  { key: 'number', type: 'NUMBER' },
  { key: 'list', type: 'LIST', items: 'TEXT' },
  { key: 'json', type: 'JSON' },
  { key: 'date', type: 'DATE_TIME' },
  { key: 'choice', type: 'TEXT', choices: ['yes', 'no'] },
  { key: 'file', type: 'FILE' },
  { key: 'inner', type: 'OBJECT', fields: [{ key: 'text', type: 'TEXT' }] },
];
const QUESTION_FIELDS = FIELDS.filter(({ type }) => type !== 'FILE');

export async function openTargets(): Promise<Targets> {
  const ingress = await startTestIngress({
    config: {
      operatorKey: OPERATOR_KEY,
      executorAnswerTimeoutMs: 2_000,
      limits: { publicRequestsPerSecond: WITHOUT_PACE, formPostsPerMinutePerAddress: WITHOUT_PACE },
      mcp: { waitMs: 0, callsPerMinute: WITHOUT_PACE },
      // Each request is of another address, so that no limit of one address refuses it.
      auth: {
        signInMaxFailures: WITHOUT_PACE,
        signInMaxFailuresPerAddress: WITHOUT_PACE,
        signInMaxFailuresPerAccount: WITHOUT_PACE,
        trustedProxies: ['loopback'],
      },
    },
  });
  const admin = await firstAdmin(ingress);
  const key = { 'x-api-key': ingress.organization.apiKey, 'content-type': 'application/json' };
  await ingress.request('PUT', '/v1/organization/secrets/HOOK', { headers: key, body: { value: SECRET } });
  const start = component('input', { placeholders: FIELDS });
  const form = component('form', { title: 'Form', fields: FIELDS }, 'form');
  const chat = component('chat', { title: 'Chat' }, 'chat');
  const approval = component('approval', { title: 'Approval', fields: QUESTION_FIELDS }, 'approval');
  const callback = component('wait-for-callback', { fields: QUESTION_FIELDS }, 'callback');
  const hooks = ['none', ...Object.keys(SIGNATURE_SCHEMES)].map((scheme) => ({
    scheme,
    hook: component(
      'webhook',
      scheme === 'none' ? { methods: ['POST', 'PUT'] } : { verification: { scheme, secret: 'HOOK' } },
      `hook${scheme.replaceAll('-', '')}`,
    ),
  }));
  const workflowId = await ingress.workflow([start, form, chat, ...hooks.map(({ hook }) => hook), approval, callback], {
    connections: [
      { from: start.id, port: 'next', to: approval.id },
      { from: approval.id, port: 'yes', to: callback.id },
    ],
  });
  const webhooks: Record<string, { path: string; token: string }> = {};
  for (const { scheme, hook } of hooks)
    webhooks[scheme] = { path: `/webhook/${workflowId}`, token: await ingress.token(workflowId, hook.id) };
  const asked = await ask(ingress, workflowId, [approval.id, callback.id]);
  const { addresses } = ingress.context.store.questions;
  const { pathname } = new URL(pageUrl('http://localhost', 'FORM', { workflowId, componentId: form.id }));
  return {
    ingress,
    params: {
      id: workflowId,
      number: '1',
      workflowId,
      componentId: start.id,
      sessionId: asked.sessionId,
      formId: pathname.split('/').at(-1)!,
      chatId: pageUrl('', 'CHAT', { workflowId, componentId: chat.id }).split('/').at(-1)!,
      conversationId: 'none',
      questionId: asked.questionIds[0]!,
      approval: await addresses.tokenOf('approval', asked.places[0]!),
      callback: await addresses.tokenOf('callback', asked.places[1]!),
    },
    cookie: admin.cookie,
    operatorKey: OPERATOR_KEY,
    webhooks,
    stop: () => ingress.stop(),
  };
}

/** Lets a session wait for an approval and a callback, without an executor. */
async function ask(ingress: TestIngress, workflowId: string, componentIds: readonly string[]) {
  const { store } = ingress.context;
  const workflow = await store.lookups.findRunnableWorkflow(workflowId);
  const session = newSession({
    organizationId: ingress.organization.id,
    workflowId,
    definitionId: workflow!.published!.definitionId,
    componentId: componentIds[0]!,
  });
  await store.intake.accept(session);
  const database = new pg.Client({ connectionString: ingress.databaseUrl });
  await database.connect();
  const questionIds: string[] = [];
  for (const [index, componentId] of componentIds.entries()) {
    const { rows } = await database.query<{ id: string }>(
      `INSERT INTO questions (id, organization_id, workflow_id, session_id, run, component_id, iteration, kind, status,
         session_run, fields, title, message, choices, signed_in_only, approvers, asked_at, expires_at)
       VALUES (gen_random_uuid(), $1, $2, $3, 1, $4, 0, $5::question_kind, 'OPEN', 1, $6, 'Title', 'Message',
         ARRAY['yes', 'no'], false, '{}', now(), now() + interval '1 day') RETURNING id`,
      [
        ingress.organization.id,
        workflowId,
        session.id,
        componentId,
        index === 0 ? 'APPROVAL' : 'CALLBACK',
        JSON.stringify(QUESTION_FIELDS),
      ],
    );
    questionIds.push(rows[0]!.id);
  }
  await database.end();
  const places = componentIds.map((componentId) => ({ sessionId: session.id, run: 1, componentId, iteration: 0 }));
  return { sessionId: session.id, questionIds, places };
}

let address = 0;

/** Returns an address from which no request was sent before. */
export function nextAddress(): string {
  address += 1;
  return `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`;
}

/** Returns the headers that name who calls a route. */
export function callerOf({ security, path }: Route, targets: Targets): Record<string, string> {
  const { ingress, cookie, operatorKey, webhooks } = targets;
  const asPerson = { cookie, origin: ingress.url };
  if (path.startsWith('/webhook/')) return { token: webhooks['none']!.token };
  switch (security.kind) {
    case 'operator':
      return { 'x-api-key': operatorKey };
    case 'person':
      return asPerson;
    case 'caller':
      return security.keys === false ? asPerson : { 'x-api-key': ingress.organization.apiKey };
    case 'mcp':
      return { 'x-api-key': ingress.organization.apiKey, accept: 'application/json, text/event-stream' };
    default:
      return {};
  }
}

/** Returns the path of a route with the parameters of things that are there. */
export function pathOf({ path }: Route, { params }: Targets): string {
  const more: Record<string, string> = {
    ...(path.startsWith('/v1/sessions/') && { id: params['sessionId']! }),
    ...(path.startsWith('/v1/approvals/') && { id: params['questionId']! }),
    ...(path.startsWith('/approvals/') && { address: params['approval']! }),
    ...(path.startsWith('/callbacks/') && { address: params['callback']! }),
  };
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => more[name] ?? params[name] ?? 'HOOK');
}
