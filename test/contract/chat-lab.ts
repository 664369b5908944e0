import type { Component, JsonObject } from '@workflow/workflow-model';
import { chain, component, type SharedContractSystem } from './contract-system.ts';

/** A server-sent event. */
export interface ReceivedEvent {
  event: string;
  data: JsonObject;
}

/** Yields the events of a response. */
export async function* eventsOf(response: Response): AsyncGenerator<ReceivedEvent> {
  let rest = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    const parts = (rest + chunk).split('\n\n');
    rest = parts.pop()!;
    for (const part of parts) {
      const event = /^event: (.*)$/m.exec(part)?.[1];
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (event !== undefined && data !== undefined) yield { event, data: JSON.parse(data) as JsonObject };
    }
  }
}

/** Sends a message to a chat. */
export function postMessage(url: string, body: JsonObject, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}

/** Sends a message, and returns all events of the answer. */
export async function ask(url: string, body: JsonObject): Promise<ReceivedEvent[]> {
  const events: ReceivedEvent[] = [];
  for await (const event of eventsOf(await postMessage(url, body))) events.push(event);
  return events;
}

export function dataOf(events: readonly ReceivedEvent[], event: string): JsonObject[] {
  return events.filter((one) => one.event === event).map(({ data }) => data);
}

/** Returns the words of all `text` events. */
export function wordsOf(events: readonly ReceivedEvent[]): string {
  return dataOf(events, 'text')
    .map(({ text }) => String(text))
    .join('');
}

/** Publishes a workflow that begins with a chat. @returns the address of its page, at an ingress */
export async function publishChat(
  { api, ingressUrls }: Pick<SharedContractSystem, 'api' | 'ingressUrls'>,
  config: JsonObject,
  ...rest: Component[]
) {
  const chat = component('chat', { title: 'Ask us', ...config }, { output: 'chat' });
  const workflowId = await api.publish('Chat', chain(chat, ...rest));
  const view = await api.call<{ publicUrl: string }>('GET', `/v1/workflows/${workflowId}/components/${chat.id}`);
  return { workflowId, url: `${ingressUrls[0]}${new URL(view.publicUrl).pathname}` };
}

export async function readChat(url: string, conversationId: unknown): Promise<{ status: number; body: JsonObject }> {
  const response = await fetch(`${url}/conversations/${String(conversationId)}`);
  return { status: response.status, body: (await response.json()) as JsonObject };
}
