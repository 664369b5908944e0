import { routesOf } from '../http/define-route.ts';
import { readConversation } from './read-conversation.ts';
import { sendMessage } from './send-message.ts';
import { showChat } from './show-chat.ts';

/** Routes of public pages on which people chat with workflows. */
export const chatsRoutes = routesOf('Chats', {
  showChat,
  sendChatMessage: sendMessage,
  readChatConversation: readConversation,
});
