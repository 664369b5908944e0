import { isJsonObject, StepFailure, type JsonObject } from '@workflow/workflow-model';
import type { HttpClient } from '../http/http-client.ts';
import { DiscoveryFailure } from './discovery-failure.ts';
import { parseAnswer } from './parse-answer.ts';

/** The dependencies of discovering an authorization server. */
export interface DiscoveryTools {
  http: Pick<HttpClient, 'send'>;
  signal: AbortSignal;
  /** Returns true if secrets may be sent to a URL. */
  isProtected(url: string): boolean;
}

/**
 * Refuses a redirect to another host, which would determine who gets the data for this one.
 * @throws DiscoveryFailure
 */
export function refuseOtherHost(from: URL, to: URL): void {
  if (from.hostname !== to.hostname)
    throw new DiscoveryFailure(`${from.origin} redirects to another host, ${to.hostname}, which is refused`);
}

/**
 * Reads a JSON object, or sends one and reads the answer. Returns null if nothing is at the URL.
 * @throws DiscoveryFailure
 */
export async function readJson(
  { http, signal, isProtected }: DiscoveryTools,
  place: string,
  sent?: JsonObject,
): Promise<JsonObject | null> {
  const url = URL.parse(place);
  if (url === null || !isProtected(place)) throw new DiscoveryFailure(`${place} does not begin with https`);
  const headers = {
    accept: 'application/json',
    'accept-encoding': 'identity',
    'user-agent': 'workflow-automation',
    ...(sent !== undefined && { 'content-type': 'application/json' }),
  };
  const body = sent === undefined ? null : JSON.stringify(sent);
  try {
    const call = { method: sent === undefined ? 'GET' : 'POST', url, headers, body, onRedirect: refuseOtherHost };
    const answer = await http.send(call, signal);
    const read = parseObject(answer.body.toString('utf8'));
    if (answer.status < 300) return read;
    if (sent === undefined && answer.status < 500) return null;
    const reason = [textOf(read?.['error']), textOf(read?.['error_description'])].filter(Boolean).join(': ');
    throw new DiscoveryFailure(`${url.origin} answered ${answer.status}${reason === '' ? '' : `: ${reason}`}`);
  } catch (error) {
    if (signal.aborted) throw new DiscoveryFailure(`${url.origin} did not answer in time`);
    throw error instanceof StepFailure ? new DiscoveryFailure(error.message) : error;
  }
}

function parseObject(text: string): JsonObject | null {
  const parsed: unknown = parseAnswer(text);
  return isJsonObject(parsed) ? parsed : null;
}

export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Returns the texts of a list, or null if the value is no list. */
export function listOf(value: unknown): string[] | null {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null;
}
