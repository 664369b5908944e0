import type { Route } from '../http/define-route.ts';
import { readConversation } from './read-conversation.ts';
import { sendMessage } from './send-message.ts';
import { showChat } from './show-chat.ts';

/** Routes of public pages on which people chat with workflows. */
export const chatsRoutes: readonly Route[] = [showChat, sendMessage, readConversation];
