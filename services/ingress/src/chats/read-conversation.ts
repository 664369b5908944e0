import { isTerminal } from '@workflow/workflow-model';
import { defineRoute } from '../http/define-route.ts';
import { messageOf, requireConversation, textOfOutput } from './conversation.ts';
import { chatPath, openChat } from './find-chat.ts';
import { defineObject, object } from '../http/schema-parts.ts';

const conversationSchema = defineObject('ChatConversation', {
  messages: {
    type: 'array',
    description: 'The latest messages, the oldest first.',
    items: object({ role: { type: 'string', enum: ['user', 'assistant'] }, text: { type: 'string' } }),
  },
  underWay: { type: 'boolean', description: 'true: an answer is not complete yet.' },
});

/** Reads a conversation, for example after a broken connection. */
export const readConversation = defineRoute({
  method: 'GET',
  path: `${chatPath}/conversations/{conversationId}`,
  summary: 'Read a conversation of a chat',
  description: 'The messages, and whether an answer is being written. A session that failed has no answer.',
  security: { kind: 'address' },
  params: object({ chatId: { type: 'string' }, conversationId: { type: 'string' } }),
  responses: {
    200: { description: 'The conversation.', schema: conversationSchema },
    401: { description: 'The chat is for members of the organization.' },
    404: { description: 'There is no such chat or conversation.' },
  },
  async handler(context, request) {
    const opened = await openChat(context, request);
    if ('reply' in opened) return opened.reply;
    const { page: chat } = opened;
    const { conversationId } = request.params;
    await requireConversation(context, chat, conversationId);
    const { organizationId, pageId } = chat;
    const sessions = await context.store.sessions.conversations.read(organizationId, { pageId, conversationId });
    const messages = sessions.flatMap(({ placeholderValues, status, output }) => {
      const text = messageOf(placeholderValues);
      const question = text === null ? [] : [{ role: 'user', text }];
      return status === 'SUCCEEDED' ? [...question, { role: 'assistant', text: textOfOutput(output) }] : question;
    });
    const underWay = sessions.some(({ status }) => !isTerminal(status));
    return { status: 200, body: { messages, underWay } };
  },
});
