import { withDefaults, type StoredConfig } from '@workflow/component-kit';
import { chat } from '@workflow/components/descriptors';
import type { Component } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import type { RouteRequest } from '../http/define-route.ts';
import { openPage, type OpenedPage, type PageKind } from '../pages/open-page.ts';
import { object } from '../http/schema-parts.ts';

export const chatPath = '/chats/{chatId}';
export const chatParams = object({ chatId: { type: 'string' } });

type ChatSettings = StoredConfig<typeof chat.configSchema>;

/** A published chat that a visitor opened. */
export type OpenedChat = OpenedPage<ChatSettings>;

const CHAT: PageKind<ChatSettings> = {
  type: 'chat',
  trigger: 'CHAT',
  isForPrograms: true,
  settingsOf: (component: Component) => withDefaults(chat.configSchema, component.config),
};

/** Returns the chat of a URL, or the answer for a visitor who may not see it. */
export function openChat(context: AppContext, visit: RouteRequest<{ chatId: string }, unknown, unknown>) {
  return openPage(context, visit, CHAT, visit.params.chatId);
}
