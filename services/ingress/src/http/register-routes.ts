import type { Express, Request, Response } from 'express';
import type { AppContext } from '../context.ts';
import { methodNotAllowed } from '../errors/api-error.ts';
import { answerError } from './answer.ts';
import type { DirectRequest, Route } from './define-route.ts';
import { observeRequest } from './observe-request.ts';
import { dataHeaders } from './security-headers.ts';
import { makeRouteRunner } from './run-checked-route.ts';

/** Registers the routes that answer by themselves; to be called before any middleware. */
export function registerDirectRoutes(app: Express, context: AppContext, routes: readonly Route[]): void {
  for (const route of routes) {
    if (!('direct' in route)) continue;
    register(app, route, (request, response) => {
      observeRequest(context, request, response, route.path);
      dataHeaders(response);
      try {
        route.direct(context, request as unknown as DirectRequest, response);
      } catch (error) {
        answerError(response, error);
      }
    });
  }
}

/** Registers all other routes, and for every path the 405 that names what is allowed. */
export function registerCheckedRoutes(app: Express, context: AppContext, routes: readonly Route[]): void {
  for (const route of routes) {
    if ('direct' in route) continue;
    const run = makeRouteRunner(context, route);
    register(app, route, (request, response) => {
      observeRequest(context, request, response, route.path);
      void run(request, response);
    });
  }
  for (const [path, allowed] of allowedMethods(routes)) {
    app.all(expressPath(path), (request, response) => {
      observeRequest(context, request, response, path);
      answerError(response, methodNotAllowed(allowed));
    });
  }
}

function register(app: Express, route: Route, run: (request: Request, response: Response) => void): void {
  const method = route.method.toLowerCase() as 'get' | 'post' | 'put' | 'patch' | 'delete';
  app[method](expressPath(route.path), run);
}

function allowedMethods(routes: readonly Route[]): Map<string, string> {
  const methods = new Map<string, Set<string>>();
  for (const route of routes) {
    const known = methods.get(route.path) ?? new Set();
    known.add(route.method);
    // Express answers HEAD from the GET handler.
    if (route.method === 'GET') known.add('HEAD');
    methods.set(route.path, known);
  }
  return new Map([...methods].map(([path, known]) => [path, [...known].sort().join(', ')]));
}

/** `/v1/sessions/{id}` as Express writes it: `/v1/sessions/:id`. */
function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
