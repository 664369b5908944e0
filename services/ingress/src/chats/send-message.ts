import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { DISPATCHER } from '@workflow/session-queue';
import { buildSession, chatConversation, timeOrderedId, type DescribedSession } from '@workflow/session-store';
import type { JsonObject } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { invalidRequest } from '../errors/api-error.ts';
import { clientNetwork } from '../http/addresses/client-address.ts';
import { defineRoute, type RouteRequest } from '../http/define-route.ts';
import { originOf } from '../http/origin-of.ts';
import { endUnless, USER_CHECK_MS } from '../http/routing/end-when-revoked.ts';
import { memberOf } from '../pages/member-of.ts';
import { eventsResponse } from '../sessions/session-route-schemas.ts';
import { requireConversation } from './conversation.ts';
import { chatParams, chatPath, openChat, type OpenedChat } from './find-chat.ts';
import { streamAnswer } from './stream-answer.ts';

const MAX_MESSAGE_LENGTH = 100_000;

interface Message {
  message: string;
  conversationId?: string | null;
}

/** Starts one session for each message, and answers with the text of its agent. */
export const sendMessage = defineRoute({
  method: 'POST',
  path: `${chatPath}/messages`,
  summary: 'Send a message to a chat',
  description:
    'Server-sent events: `session` with the `sessionId` and the `conversationId`, `text` with words of an agent ' +
    'while it speaks, `turn-restarted` when the words of the turn are void, and `done` with `status` and `output`. ' +
    'The first message has no `conversationId`. Messages of one conversation run in order.',
  security: { kind: 'address' },
  params: chatParams,
  body: {
    type: 'object',
    additionalProperties: false,
    required: ['message'],
    properties: {
      message: { type: 'string', minLength: 1, maxLength: MAX_MESSAGE_LENGTH },
      conversationId: { type: 'string', nullable: true, maxLength: 100, description: 'The id in an earlier answer.' },
    },
  },
  bodyExample: { message: 'Where is my order A-1001?' },
  responses: {
    200: eventsResponse,
    401: { description: 'The chat is for members of the organization.' },
    404: { description: 'There is no such chat or conversation.' },
    429: { description: 'A rate limit of the address or of the organization.' },
  },
  async handler(context, request) {
    const opened = await openChat(context, request);
    if ('reply' in opened) return opened.reply;
    const { page: chat } = opened;
    const network = clientNetwork(request.message);
    const perMinute = context.config.limits.formPostsPerMinutePerAddress;
    await context.rateLimits.require('form-address', `${chat.pageId}:${network}`, { perMinute });
    const { message, conversationId: sentConversationId } = request.body as Message;
    if (message.trim() === '') throw invalidRequest(['message must not be blank']);
    if (sentConversationId !== undefined && sentConversationId !== null)
      await requireConversation(context, chat, sentConversationId);
    const conversationId = sentConversationId ?? randomUUID();
    // Members of an organization may share an IP address.
    const visitor = chat.member === null ? network : null;
    request.onceAnswered(context.eventStreams.reserve(chat.organizationId, visitor));
    const sessionId = await start(context, request, chat, { message, conversationId });
    return {
      status: 200,
      stream: (response) => {
        const { organizationId, member } = chat;
        void streamAnswer(context, response, { organizationId, sessionId, conversationId, isPublic: member === null });
        if (member !== null) endUnless(response, USER_CHECK_MS, () => isStill(context, request.message, chat));
      },
    };
  },
});

/** Returns true while the member who sent the message is signed in and a member. @throws ApiError */
async function isStill(context: AppContext, message: IncomingMessage, { organizationId, member }: OpenedChat) {
  const visitor = await memberOf(context, message, organizationId);
  return visitor.kind === 'member' && visitor.userId === member?.userId;
}

async function start(
  context: AppContext,
  request: RouteRequest<unknown, unknown, unknown>,
  chat: OpenedChat,
  { message, conversationId }: { message: string; conversationId: string },
): Promise<string> {
  const { organizationId, workflowId, definition, pageId, member } = chat;
  const { component } = chat.start;
  const session = await buildSession(definition.rules, {
    id: timeOrderedId(),
    organizationId,
    workflowId,
    definitionId: definition.definitionId,
    workflowVersion: definition.version,
    componentId: component.id,
    trigger: 'CHAT',
    mode: 'PROD',
    values: valuesOf(chat, { message, conversationId }),
    startedBy: member?.userId ?? null,
    conversation: chatConversation({ pageId, conversationId }),
  });
  session.origin = originOf(request);
  session.flow = inOrder(session.flow, conversationId);
  await context.runLimits.take(organizationId, null, message.length);
  const outcome = await context.intake.accept(session);
  const sessionId = outcome.kind === 'accepted' ? session.id : outcome.sessionId;
  request.exchange.sessionId = sessionId;
  // The dispatcher starts messages in order. Without the notification it does so in its next round.
  context.queue.notifications.publish(DISPATCHER, [{ sessionId }]);
  return sessionId;
}

function valuesOf({ start, member }: OpenedChat, { message, conversationId }: Required<Message>): JsonObject {
  const { output } = start.component;
  if (output === undefined || output === '') return {};
  return {
    [`${output}.message`]: message,
    [`${output}.conversationId`]: conversationId,
    [`${output}.by`]: member?.email ?? null,
  };
}

/** Makes the messages of a conversation run in order, unless the workflow orders its sessions itself. */
function inOrder(flow: DescribedSession['flow'], conversationId: string): DescribedSession['flow'] {
  if (flow !== undefined && flow.orderKey !== '') return flow;
  return { concurrencyKey: '', ...flow, orderKey: JSON.stringify(conversationId) };
}
