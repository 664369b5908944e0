import type { IncomingMessage } from 'node:http';
import type { Component } from '@workflow/workflow-model';
import type { StartableComponent, StartableDefinition } from '../caches/startable-workflow.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { clientNetwork } from '../http/addresses/client-address.ts';
import { pagePath, readPageId, type PageTrigger } from '../http/addresses/page-address.ts';
import type { RouteReply, RouteRequest } from '../http/define-route.ts';
import { memberOf } from './member-of.ts';
import { noticePage, prefersPage, toSignIn } from './page-reply.ts';

/** A published trigger with a public page, which a visitor opened. */
export interface OpenedPage<Settings> {
  pageId: string;
  organizationId: string;
  organizationName: string;
  workflowId: string;
  definition: StartableDefinition;
  start: StartableComponent;
  settings: Settings;
  /** The member of the organization who is signed in, or null. */
  member: { email: string; userId: string } | null;
}

/** A kind of trigger with a public page. */
export interface PageKind<Settings> {
  /** The type of its component. People use this name. */
  type: 'form' | 'chat';
  trigger: PageTrigger;
  /** True if programs also read it. A stranger among them gets 401 instead of the sign-in page. */
  isForPrograms: boolean;
  settingsOf(component: Component): Settings;
}

type Visit = Pick<RouteRequest<unknown, unknown, unknown>, 'message' | 'exchange' | 'enterOrganization'>;

/** Returns the page with this id, or the answer for a visitor who may not see it. */
export async function openPage<Settings extends { signedInOnly: boolean }>(
  context: AppContext,
  { message, exchange, enterOrganization }: Visit,
  { type, trigger, isForPrograms, settingsOf }: PageKind<Settings>,
  pageId: string,
): Promise<{ page: OpenedPage<Settings> } | { reply: RouteReply }> {
  const published = await findPublished(context, pageId, type, clientNetwork(message));
  if (published === null) return { reply: notFound(message, type) };
  const { organizationId, start } = published;
  exchange.organizationId = organizationId;
  await enterOrganization(organizationId);
  const visitor = await memberOf(context, message, organizationId);
  const settings = settingsOf(start.component);
  if (settings.signedInOnly && visitor.kind === 'stranger') {
    if (!prefersPage(message) && (message.method === 'POST' || isForPrograms)) throw new ApiError('UNAUTHORIZED');
    return { reply: toSignIn(pagePath(trigger, pageId)) };
  }
  if (settings.signedInOnly && visitor.kind === 'other')
    return { reply: noticePage(403, { title: `You cannot open this ${type}`, text: notAmong(visitor.email, type) }) };
  const organizationName = await context.store.management.people.readOrganizationName(organizationId);
  const member = visitor.kind === 'member' ? { email: visitor.email, userId: visitor.userId } : null;
  return { page: { ...published, settings, pageId, organizationName: organizationName ?? '', member } };
}

async function findPublished(context: AppContext, pageId: string, type: string, network: string) {
  const place = readPageId(pageId);
  if (place === null) return null;
  // Invented ids must not cost others their queries.
  if (context.caches.workflows.peek(place.workflowId) === undefined) await context.publicRateLimit.wait(network);
  const workflow = await context.caches.workflows.get(place.workflowId);
  const definition = workflow?.published ?? null;
  const start = definition?.findComponent(place.componentId);
  if (workflow === null || definition === null || start === undefined) return null;
  const { component } = start;
  if (component.disabled === true || component.type !== type) return null;
  const { id: workflowId, organizationId } = workflow;
  return { workflowId, organizationId, definition, start };
}

function notFound(message: IncomingMessage, type: string): RouteReply {
  if (!prefersPage(message)) throw new ApiError('NOT_FOUND');
  return noticePage(404, { title: 'Not found', text: `This ${type} does not exist or is no longer published.` });
}

function notAmong(email: string, type: string): string {
  return `You are signed in as ${email}, who is not a member of the organization that published this ${type}.`;
}
