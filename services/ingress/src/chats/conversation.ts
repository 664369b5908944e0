import { objectOrEmpty, type Json } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import type { OpenedChat } from './find-chat.ts';

const CONVERSATION_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/**
 * Requires that a conversation belongs to the chat. In a chat for members it must also belong to the member.
 * @throws ApiError NOT_FOUND
 */
export async function requireConversation(
  { store }: AppContext,
  { organizationId, settings, member, pageId }: OpenedChat,
  conversationId: string,
): Promise<void> {
  if (!CONVERSATION_ID.test(conversationId)) throw new ApiError('NOT_FOUND');
  const first = await store.sessions.conversations.findFirst(organizationId, { pageId, conversationId });
  if (first === null) throw new ApiError('NOT_FOUND');
  if (settings.signedInOnly && first.startedBy !== member?.userId) throw new ApiError('NOT_FOUND');
}

/**
 * Returns the message among the values of a session, or null. Its key begins with the name of the chat's output, which
 * may be another one in later versions.
 */
export function messageOf(placeholderValues: Json): string | null {
  const [, text] = Object.entries(objectOrEmpty(placeholderValues)).find(([key]) => key.endsWith('.message')) ?? [];
  return typeof text === 'string' ? text : null;
}

/** Returns an answer as the text that people read. */
export function textOfOutput(output: Json): string {
  if (typeof output === 'string') return output;
  if (output === null) return '';
  if (typeof output === 'object' && !Array.isArray(output) && typeof output['text'] === 'string') return output['text'];
  const text = JSON.stringify(output);
  return text.length <= MAX_INDENTED && hasFewLevels(output, MAX_INDENTED_LEVELS)
    ? JSON.stringify(output, null, 2)
    : text;
}

/** Larger and deeper values are not indented, because each line would begin with the spaces of all its levels. */
const MAX_INDENTED = 10_000;
const MAX_INDENTED_LEVELS = 10;

function hasFewLevels(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return levels > 0 && Object.values(value).every((item) => hasFewLevels(item, levels - 1));
}
