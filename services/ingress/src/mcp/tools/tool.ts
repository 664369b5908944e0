import type { CallToolResult, Tool as ToolDescription } from '@modelcontextprotocol/server';
import type { Json, JsonObject } from '@workflow/workflow-model';
import type { AppContext } from '../../context.ts';
import type { Caller, Scope } from '../../http/caller.ts';
import type { RouteRequest } from '../../http/define-route.ts';
import type { AnswerRoom } from '../answer-room.ts';

/** One request of an MCP client, and its sender. */
export interface McpExchange {
  context: AppContext;
  caller: Caller;
  scopes: readonly Scope[];
  request: RouteRequest<unknown, unknown, unknown>;
  /** Fires when the client has disconnected. */
  signal: AbortSignal;
  /** The room for all results of the request together. */
  room: AnswerRoom;
  /** The tools that its messages name, each looked up once. */
  found: Map<string, Promise<Tool | null>>;
}

/** A call of a tool. `reportProgress` does nothing if the client did not ask for progress. */
export interface ToolCall extends McpExchange {
  given: JsonObject;
  /** Returns the turn of this call, before it waits for its session. */
  leaveTurn(): void;
  reportProgress(seconds: number, message: string): Promise<void>;
}

/** A function that a model may call. */
export interface Tool {
  /** The scope that the caller needs to see and call it. */
  scope: Scope;
  description: ToolDescription;
  call(call: ToolCall): Promise<CallToolResult>;
}

/** Returns a result that clients of every revision can read: structured, and as text. */
export function resultOf(content: JsonObject, isError = false): CallToolResult {
  return { content: [textOf(content)], structuredContent: content, ...(isError && { isError }) };
}

/** Reports a mistake to the model as a sentence that helps it. */
export function refusalOf(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

function textOf(content: Json): { type: 'text'; text: string } {
  return { type: 'text', text: JSON.stringify(content) };
}
