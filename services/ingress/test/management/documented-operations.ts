import type { TestIngress } from '../start-test-ingress.ts';

/** An operation of the OpenAPI document. */
export interface Operation {
  operationId: string;
  method: string;
  path: string;
  /** True when an API key may be sent. */
  takesKeys: boolean;
  hasBody: boolean;
  /** Answers without an end, where there is something to watch. */
  isStream: boolean;
}

interface DocumentedOperation {
  operationId: string;
  security: object[];
  requestBody?: object;
  responses: Record<string, { content?: Record<string, object> }>;
}

export async function documentedOperations(ingress: TestIngress): Promise<Operation[]> {
  const { body: document } = await ingress.request('GET', '/v3/api-docs');
  return Object.entries<Record<string, DocumentedOperation>>(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      operationId: operation.operationId,
      method: method.toUpperCase(),
      path,
      takesKeys: operation.security.some((scheme) => 'apiKey' in scheme),
      hasBody: operation.requestBody !== undefined,
      isStream: operation.responses['200']?.content?.['text/event-stream'] !== undefined,
    })),
  );
}
