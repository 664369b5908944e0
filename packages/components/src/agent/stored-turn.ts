import type { AssistantModelMessage } from 'ai';
import { StepFailure, type Json, type JsonObject, type ModelUsage } from '@workflow/component-kit/run';
import type { Beginning, WorkflowTool } from './begin.ts';
import { isJsonObject, objectOrEmpty } from '@workflow/workflow-model';

/** The stored output of a turn. */
export interface TurnOutput {
  /** Set only for the first turn. */
  beginning?: Beginning | undefined;
  /** The message with which the service requested this turn, in addition to results of tools. */
  correction?: string | undefined;
  /** The messages of the model, in the form of its library. */
  messages: AssistantModelMessage[];
  usage: ModelUsage;
  /** Why arguments of calls could not be read, by the ids of the calls. */
  problems: Record<string, string>;
  /** Why the answer is not complete: its maximum of tokens was reached, or the server filtered it. */
  cut?: 'length' | 'filter' | undefined;
}

/**
 * Reads the stored output of a turn. Checks everything that the agent relies on. The library of models checks the
 * contents of messages when they are sent.
 * @throws StepFailure INTERNAL_ERROR
 */
export function readTurnOutput(stored: Json): TurnOutput {
  const { beginning, correction, messages, usage, problems, cut } = objectOf(stored, 'a turn');
  return {
    ...(beginning !== undefined && { beginning: readBeginning(beginning) }),
    ...(correction !== undefined && { correction: textOf(correction, 'a correction') }),
    messages: listOf(messages, 'messages').map(readMessage),
    usage: readUsage(usage),
    problems: textsOf(problems),
    ...((cut === 'length' || cut === 'filter') && { cut }),
  };
}

/** Returns the task and the text of a stored turn of another session; null if it has none. */
export function wordsOfTurn(stored: Json): { prompt: string | null; text: string | null } {
  const turn = objectOrEmpty(stored);
  const prompt = isJsonObject(turn['beginning']) ? turn['beginning']['prompt'] : null;
  const { messages } = turn;
  return {
    prompt: typeof prompt === 'string' ? prompt : null,
    text: Array.isArray(messages) ? wordsOf(messages) : null,
  };
}

/** Returns the text in the messages of a turn, without its reasoning and its calls. */
export function wordsOf(messages: readonly Json[]): string {
  return messages.map((message) => wordsOfContent(isJsonObject(message) ? message['content'] : undefined)).join('');
}

function wordsOfContent(content: Json | undefined): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  const parts = content.filter(isJsonObject).filter(({ type }) => type === 'text');
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}

function readBeginning(stored: Json): Beginning {
  const { instructions, prompt, files, tools, workflowName, earlier = [] } = objectOf(stored, 'a beginning');
  return {
    instructions: textOf(instructions, 'instructions'),
    prompt: textOf(prompt, 'a task'),
    ...(files !== undefined && { files }),
    workflowName: textOf(workflowName, 'a name'),
    earlier: listOf(earlier, 'earlier sessions').map((id) => textOf(id, 'a session')),
    tools: listOf(tools, 'tools').map(readTool),
  };
}

function readTool(stored: Json): Beginning['tools'][number] {
  const { name, description, digest, index, ...more } = objectOf(stored, 'a tool');
  const tool = {
    name: textOf(name, 'a name'),
    description: textOf(description, 'a description'),
    digest: textOf(digest, 'a digest'),
    index: numberOf(index),
  };
  const { workflowId, componentId, version, fields, pointer } = more;
  if (pointer !== undefined) return { ...tool, pointer: textOf(pointer, 'a pointer') };
  if (version !== null && typeof version !== 'number') throw unreadable('a version');
  return {
    ...tool,
    workflowId: textOf(workflowId, 'a workflow'),
    componentId: textOf(componentId, 'a component'),
    version,
    // The fields of a published trigger were checked when it was published.
    fields: listOf(fields, 'fields').map((field) => objectOf(field, 'a field')) as unknown as WorkflowTool['fields'],
  };
}

function readMessage(stored: Json): AssistantModelMessage {
  const { role, content } = objectOf(stored, 'a message');
  if (role !== 'assistant') throw unreadable('a role');
  if (typeof content !== 'string')
    for (const part of listOf(content, 'a content')) {
      const { type, toolCallId, toolName } = objectOf(part, 'a part');
      textOf(type, 'a type');
      if (type === 'tool-call') for (const name of [toolCallId, toolName]) textOf(name, 'a call');
    }
  return stored as unknown as AssistantModelMessage;
}

function readUsage(stored: Json | undefined): TurnOutput['usage'] {
  const { inputTokens, outputTokens, totalTokens, cachedInputTokens = 0 } = objectOf(stored, 'usage');
  return {
    inputTokens: numberOf(inputTokens),
    outputTokens: numberOf(outputTokens),
    totalTokens: numberOf(totalTokens),
    cachedInputTokens: numberOf(cachedInputTokens),
  };
}

function textsOf(stored: Json | undefined): Record<string, string> {
  const entries = Object.entries(objectOf(stored, 'problems'));
  return Object.fromEntries(entries.map(([key, value]) => [key, textOf(value, 'a problem')]));
}

function objectOf(stored: Json | undefined, what: string): JsonObject {
  if (!isJsonObject(stored)) throw unreadable(what);
  return stored;
}

function listOf(stored: Json | undefined, what: string): Json[] {
  if (!Array.isArray(stored)) throw unreadable(what);
  return stored;
}

function textOf(stored: Json | undefined, what: string): string {
  if (typeof stored !== 'string') throw unreadable(what);
  return stored;
}

function numberOf(stored: Json | undefined): number {
  if (typeof stored !== 'number') throw unreadable('a number');
  return stored;
}

function unreadable(what: string): StepFailure {
  return new StepFailure('INTERNAL_ERROR', `The stored conversation of the agent cannot be read: ${what} is missing`);
}
