import type { Json, JsonObject } from '@workflow/workflow-model';
import { returnedReasoning } from './model-streams.ts';

/** Returns why a server of models refuses the next request of a conversation, or null. */
export interface StrictConversation {
  refusalOf(body: JsonObject): string | null;
  /** Notes the reasoning of an answer, which must return unchanged. */
  note(api: string, reasoning: string | undefined): void;
  forget(): void;
}

/**
 * Checks what servers of models check, or count on: the reasoning returns byte for byte, each call has its result, and
 * a request begins with the one before.
 */
export function strictConversation(): StrictConversation {
  /** The reasoning of answers, each with the number of messages of its question. */
  let owed: { item: JsonObject; after: number }[] = [];
  let asked = 0;
  let before: string | null = null;
  return {
    refusalOf(body) {
      const { messages, input, stream: _stream, ...settings } = body;
      const items = (messages ?? input) as Json[];
      const begun = `${JSON.stringify(settings)}${JSON.stringify(items).slice(0, -1)}`;
      if (before !== null && !begun.startsWith(before)) return 'the conversation does not begin like the last request';
      before = begun;
      asked = items.length;
      // A client that lost an answer asks the same question again.
      owed = owed.filter(({ after }) => after < asked);
      for (const { item } of owed) if (!contains(items, item)) return `the reasoning changed: ${JSON.stringify(item)}`;
      const without = unanswered(items);
      return without === null ? null : `the call ${without} has no result`;
    },
    note(api, reasoning) {
      if (reasoning !== undefined) owed.push({ item: returnedReasoning(api, reasoning), after: asked });
    },
    forget() {
      owed = [];
      before = null;
    },
  };
}

/** Returns true if a value has an object with these members. */
function contains(value: Json | undefined, wanted: JsonObject): boolean {
  if (Array.isArray(value)) return value.some((item) => contains(item, wanted));
  if (typeof value !== 'object' || value === null) return false;
  if (Object.entries(wanted).every(([key, member]) => value[key] === member)) return true;
  return Object.values(value).some((member) => contains(member, wanted));
}

/** Returns the id of a call without a result; null if there is none. */
function unanswered(items: readonly Json[]): string | null {
  const calls: string[] = [];
  const results = new Set<string>();
  for (const part of partsOf(items)) {
    const { type, role, id, call_id: callId, tool_use_id: useId, tool_call_id: toolCallId } = part;
    if (type === 'tool_use' || type === 'function') calls.push(String(id));
    if (type === 'function_call') calls.push(String(callId));
    if (type === 'tool_result') results.add(String(useId));
    if (type === 'function_call_output') results.add(String(callId));
    if (role === 'tool') results.add(String(toolCallId));
  }
  return calls.find((call) => !results.has(call)) ?? null;
}

function partsOf(items: readonly Json[]): JsonObject[] {
  return (items as JsonObject[]).flatMap((item) => [
    item,
    ...(Array.isArray(item['content']) ? (item['content'] as JsonObject[]) : []),
    ...(Array.isArray(item['tool_calls']) ? (item['tool_calls'] as JsonObject[]) : []),
  ]);
}
