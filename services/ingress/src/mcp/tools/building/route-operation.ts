import type { JsonObject } from '@workflow/workflow-model';
import { ApiError, invalidRequest } from '../../../errors/api-error.ts';
import type { Route, RouteRequest } from '../../../http/define-route.ts';
import { makeInputCheck, withLowercaseIds, type InputCheck } from '../../../http/routing/check-input.ts';
import { keepToBoundWorkflows } from '../../../http/routing/bound-workflows.ts';
import type { ToolCall } from '../tool.ts';

interface OperationInput {
  params?: JsonObject;
  query?: JsonObject;
  body?: JsonObject;
  /** Headers of the route, such as `if-match`. */
  headers?: Record<string, string>;
}

/** Performs an operation of the API for a tool, and returns the body of its answer and its ETag. */
type RouteOperation = (call: ToolCall, input: OperationInput) => Promise<{ body: JsonObject; etag: string | null }>;

/** Headers that a request of MCP must not set itself. */
const WITHOUT_OWN_HEADERS = { 'if-match': undefined, 'idempotency-key': undefined, prefer: undefined };

/**
 * Creates a tool's operation from a route: its checks of input and of the caller, and its handler. So a tool does
 * exactly what the API does.
 */
export function routeOperation(route: Route): RouteOperation {
  const checks: [keyof OperationInput, InputCheck][] = (['params', 'query', 'body'] as const).flatMap((part) => {
    const schema = route[part];
    return schema === undefined ? [] : [[part, makeInputCheck(schema, 'the arguments')]];
  });
  return async (call, input) => {
    const { context, caller, request } = call;
    const { security } = route;
    const needsAdmin = security.kind === 'caller' && security.role === 'admin';
    if (needsAdmin && caller.kind === 'user' && caller.role !== 'admin') throw new ApiError('ADMIN_ONLY');
    await keepToBoundWorkflows(context, route, input.params ?? {}, caller);
    const problems = checks.flatMap(([part, check]) => check(input[part] ?? {}));
    if (problems.length > 0) throw invalidRequest(problems);
    const { headers } = request.message;
    const routeRequest: RouteRequest<unknown, unknown, unknown> = {
      ...request,
      params: withLowercaseIds(route.params ?? {}, input.params ?? {}),
      query: input.query ?? {},
      body: input.body ?? {},
      message: Object.create(request.message, {
        headers: { value: { ...headers, ...WITHOUT_OWN_HEADERS, ...input.headers } },
      }) as typeof request.message,
    };
    const reply = await route.handler(context, routeRequest as RouteRequest<never, never, never>, caller as never);
    const body = (reply.json === undefined ? reply.body : JSON.parse(reply.json)) as JsonObject;
    return { body, etag: reply.headers?.['ETag'] ?? null };
  };
}
