import type { Definition, JsonObject, SessionView, StepView } from '@workflow/workflow-model';
import { waitFor } from '../wait-for.ts';

export interface ApiAnswer<Body = JsonObject> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Calls one ingress with one API key. Answers of any status are returned, not thrown. */
export interface ApiClient {
  readonly baseUrl: string;
  request<Body = JsonObject>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ApiAnswer<Body>>;
  /** Makes a workflow and publishes it. @returns its id. @throws with the answer when either is refused */
  publish(name: string, definition: Definition): Promise<string>;
  run(workflowId: string, componentId: string, placeholderValues?: JsonObject, headers?: Record<string, string>): Promise<ApiAnswer>;
  /** The session once it is terminal. */
  untilEnded(sessionId: string, withinMs?: number): Promise<SessionView>;
  steps(sessionId: string): Promise<StepView[]>;
}

const ANSWERS_WITHIN_MS = 70_000;
const ENDS_WITHIN_MS = 60_000;
const TERMINAL = new Set(['SUCCEEDED', 'FAILED', 'CANCELLED']);

export function createApiClient(baseUrl: string, apiKey: string): ApiClient {
  const request: ApiClient['request'] = async <Body>(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': apiKey, ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text === '' ? null : parse(text)) as Body };
  };
  const expectAnswer = <Body>(answer: ApiAnswer<Body>, what: string): Body => {
    if (answer.status >= 300) throw new Error(`${what} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    baseUrl,
    request,
    publish: async (name, definition) => {
      const { id } = expectAnswer(await request<{ id: string }>('POST', '/v1/workflows', { name, description: '', ...definition }), `Making the workflow "${name}"`);
      expectAnswer(await request('POST', `/v1/workflows/${id}/publish`), `Publishing the workflow "${name}"`);
      return id;
    },
    run: (workflowId, componentId, placeholderValues = {}, headers = {}) =>
      request('POST', '/v1/workflow/run', { workflowId, componentId, placeholderValues }, headers),
    untilEnded: (sessionId, withinMs = ENDS_WITHIN_MS) =>
      waitFor(
        async () => {
          const session = expectAnswer(await request<SessionView>('GET', `/v1/sessions/${sessionId}`), `Reading the session ${sessionId}`);
          return TERMINAL.has(session.status) ? session : null;
        },
        { withinMs, what: `the end of the session ${sessionId}` },
      ),
    steps: async (sessionId) => {
      const { items } = expectAnswer(await request<{ items: StepView[] }>('GET', `/v1/sessions/${sessionId}/steps`), `Reading the steps of ${sessionId}`);
      return items;
    },
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
