import type { IncomingMessage } from 'node:http';
import { isStoredFor } from '@workflow/components/descriptors';
import type { StartableComponent, StartableDefinition } from '../caches/startable-workflow.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { RouteReply, RouteRequest } from '../http/define-route.ts';
import { memberOf } from '../pages/member-of.ts';
import { noticePage, prefersPage, toSignIn } from '../pages/page-reply.ts';
import { clientNetwork } from '../http/addresses/client-address.ts';
import { readFormId } from '../http/addresses/form-address.ts';
import { formSettings, type FormSettings } from './form-settings.ts';

export const formPath = '/forms/{formId}';
export const formParams = {
  type: 'object',
  required: ['formId'],
  properties: { formId: { type: 'string' } },
} as const;

/** A published form, as a visitor opens it. */
export interface OpenedForm {
  formId: string;
  organizationId: string;
  organizationName: string;
  workflowId: string;
  definition: StartableDefinition;
  start: StartableComponent;
  settings: FormSettings;
  /** The member of the organization who is signed in, or null. */
  member: { email: string; userId: string } | null;
}

type Visit = Pick<
  RouteRequest<{ formId: string }, unknown, unknown>,
  'params' | 'message' | 'exchange' | 'enterOrganization'
>;

/** Returns the form of an address, or the answer for a visitor who may not see it. */
export async function openForm(
  context: AppContext,
  { params: { formId }, message, exchange, enterOrganization }: Visit,
): Promise<{ form: OpenedForm } | { reply: RouteReply }> {
  const found = await findPublished(context, formId, clientNetwork(message));
  if (found === null) return { reply: notFound(message) };
  const { organizationId } = found;
  exchange.organizationId = organizationId;
  await enterOrganization(organizationId);
  const visitor = await memberOf(context, message, organizationId);
  const { signedInOnly } = found.settings;
  if (signedInOnly && visitor.kind === 'stranger') {
    if (message.method === 'POST' && !prefersPage(message)) throw new ApiError('UNAUTHORIZED');
    return { reply: toSignIn(`/forms/${formId}`) };
  }
  if (signedInOnly && visitor.kind === 'other')
    return { reply: noticePage(403, { title: 'You cannot open this form', text: notAmong(visitor.email) }) };
  const organizationName = await context.store.management.people.readOrganizationName(organizationId);
  const member = visitor.kind === 'member' ? { email: visitor.email, userId: visitor.userId } : null;
  return { form: { ...found, formId, organizationName: organizationName ?? '', member } };
}

async function findPublished(context: AppContext, formId: string, network: string) {
  const place = readFormId(formId);
  if (place === null) return null;
  // Invented ids must not cost others their queries.
  if (context.caches.workflows.peek(place.workflowId) === undefined) await context.publicPace.wait(network);
  const workflow = await context.caches.workflows.get(place.workflowId);
  const definition = workflow?.published ?? null;
  const start = definition?.findComponent(place.componentId);
  if (workflow === null || definition === null || start === undefined) return null;
  const { component } = start;
  if (component.disabled === true || !isStoredFor(component.type, 'public-page')) return null;
  const { id: workflowId, organizationId } = workflow;
  return { workflowId, organizationId, definition, start, settings: formSettings(component) };
}

function notFound(message: IncomingMessage): RouteReply {
  if (!prefersPage(message)) throw new ApiError('NOT_FOUND');
  return noticePage(404, { title: 'Not found', text: 'This form does not exist or is no longer published.' });
}

function notAmong(email: string): string {
  return `You are signed in as ${email}, who is not a member of the organization that published this form.`;
}
