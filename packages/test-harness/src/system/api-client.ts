import {
  isTerminal,
  type Definition,
  type JsonObject,
  type SessionView,
  type StepView,
} from '@workflow/workflow-model';
import { waitFor } from '../wait-for.ts';

export interface ApiAnswer<Body = JsonObject> {
  status: number;
  headers: Headers;
  body: Body;
}

/** Calls one ingress with one API key. Answers of any status are returned, not thrown. */
export interface ApiClient {
  readonly baseUrl: string;
  readonly apiKey: string;
  request<Body = JsonObject>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer<Body>>;
  /** Returns the body of the answer. @throws with status and body unless the status is 2xx */
  call<Body = JsonObject>(method: string, path: string, body?: unknown): Promise<Body>;
  /** Creates a workflow and publishes it. @returns its id. @throws with the answer when either request is refused */
  publish(name: string, definition: Definition): Promise<string>;
  run(
    workflowId: string,
    componentId: string,
    placeholderValues?: JsonObject,
    headers?: Record<string, string>,
  ): Promise<ApiAnswer>;
  /** Returns the session when it has ended. */
  untilEnded(sessionId: string, withinMs?: number): Promise<SessionView>;
  steps(sessionId: string): Promise<StepView[]>;
}

const ANSWERS_WITHIN_MS = 70_000;
const ENDS_WITHIN_MS = 120_000;

export function createApiClient(baseUrl: string, apiKey: string): ApiClient {
  const request: ApiClient['request'] = async <Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        'x-api-key': apiKey,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text === '' ? null : parse(text)) as Body };
  };
  const call: ApiClient['call'] = async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await request<Body>(method, path, body);
    if (answer.status >= 300)
      throw new Error(`${method} ${path} was answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  return {
    baseUrl,
    apiKey,
    request,
    call,
    publish: async (name, definition) => {
      const { id } = await call<{ id: string }>('POST', '/v1/workflows', { name, description: '', ...definition });
      await call('POST', `/v1/workflows/${id}/publish`);
      return id;
    },
    run: (workflowId, componentId, placeholderValues = {}, headers = {}) =>
      request('POST', '/v1/workflow/run', { workflowId, componentId, placeholderValues }, headers),
    untilEnded: (sessionId, withinMs = ENDS_WITHIN_MS) =>
      waitFor(
        async () => {
          const session = await call<SessionView>('GET', `/v1/sessions/${sessionId}`);
          return isTerminal(session.status) ? session : null;
        },
        { withinMs, what: `the end of the session ${sessionId}` },
      ),
    steps: async (sessionId) => {
      const { items } = await call<{ items: StepView[] }>('GET', `/v1/sessions/${sessionId}/steps`);
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
