import type { Express, Request, Response } from 'express';
import type { AppContext } from '../context.ts';
import { methodNotAllowed } from '../errors/api-error.ts';
import { answerError } from './answers/answer.ts';
import type { Route } from './define-route.ts';
import { observeRequest } from './telemetry/observe-request.ts';
import { makeRouteRunner } from './routing/run-route.ts';
import { dataHeaders } from './answers/security-headers.ts';

/** Registers the routes that are answered before any middleware. */
export function registerEarlyRoutes(app: Express, context: AppContext, routes: readonly Route[]): void {
  for (const route of routes) {
    if (route.beforeMiddleware !== true) continue;
    const run = makeRouteRunner(context, route);
    register(app, route, (request, response) => {
      const exchange = observeRequest(context, request, response, route.path);
      dataHeaders(response);
      void run(request, response, exchange);
    });
  }
}

/**
 * Registers all other routes, and for every path the 405 that names the allowed methods. A path without a parameter
 * precedes those with one, which would take its other methods.
 */
export function registerRoutes(app: Express, context: AppContext, routes: readonly Route[]): void {
  for (const [path, allowed] of [...allowedMethods(routes)].sort(([a], [b]) => comparePaths(a, b))) {
    for (const route of routes) {
      if (route.path !== path || route.beforeMiddleware === true) continue;
      const run = makeRouteRunner(context, route);
      register(app, route, (request, response) => {
        void run(request, response, observeRequest(context, request, response, route.path));
      });
    }
    app.all(expressPath(path), (request, response) => {
      observeRequest(context, request, response, path);
      answerError(response, methodNotAllowed(allowed));
    });
  }
}

function register(app: Express, route: Route, run: (request: Request, response: Response) => void): void {
  const method = route.method.toLowerCase() as 'get' | 'head' | 'options' | 'post' | 'put' | 'patch' | 'delete';
  app[method](expressPath(route.path), run);
}

function allowedMethods(routes: readonly Route[]): Map<string, string> {
  const methods = new Map<string, Set<string>>();
  for (const route of routes) {
    const methodsOfPath = methods.get(route.path) ?? new Set();
    methods.set(route.path, methodsOfPath);
    if (route.methodIsOptional === true) continue;
    methodsOfPath.add(route.method);
    // Express answers HEAD from the GET handler.
    if (route.method === 'GET') methodsOfPath.add('HEAD');
  }
  return new Map([...methods].map(([path, methodsOfPath]) => [path, [...methodsOfPath].sort().join(', ')]));
}

/** Sorts a parameter behind every name at its place. */
function comparePaths(a: string, b: string): number {
  const others = b.split('/');
  for (const [index, name] of a.split('/').entries()) {
    const other = others[index];
    if (name === other) continue;
    return Number(name.startsWith('{')) - Number(other?.startsWith('{') ?? false);
  }
  return 0;
}

/** Converts `/v1/sessions/{id}` to Express's form, `/v1/sessions/:id`. */
function expressPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}
