import { defineRoute } from '../http/define-route.ts';
import { pageResponse } from '../pages/page-reply.ts';
import { chatPage } from './chat-page.ts';
import { chatParams, chatPath, openChat } from './find-chat.ts';

/** Shows the page of a published chat. */
export const showChat = defineRoute({
  method: 'GET',
  path: chatPath,
  summary: 'The page of a chat',
  description: 'The URL is the `publicUrl` of the component.',
  security: { kind: 'address' },
  params: chatParams,
  responses: {
    200: pageResponse('The page.'),
    303: { description: 'To the sign-in, where the chat is for members of the organization.' },
    403: pageResponse('The signed-in person is not a member of the organization.'),
    404: pageResponse('There is no such chat, or its workflow is not published.'),
  },
  async handler(context, request) {
    const opened = await openChat(context, request);
    return 'reply' in opened ? opened.reply : chatPage(context, opened.page);
  },
});
