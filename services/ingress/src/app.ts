import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { AUTH_PATH } from './accounts/library/auth-path.ts';
import { serveConsole } from './console/serve-console.ts';
import type { AppContext } from './context.ts';
import { ApiError } from './errors/api-error.ts';
import { clientNetwork } from './http/addresses/client-address.ts';
import { answerError } from './http/answers/answer.ts';
import type { ListedRoute } from './http/define-route.ts';
import { exchangeOf } from './http/exchange.ts';
import { observeRequest } from './http/telemetry/observe-request.ts';
import { readCountedBody } from './http/bodies/read-counted-body.ts';
import { registerEarlyRoutes, registerRoutes } from './http/register-routes.ts';
import { securityHeaders } from './http/answers/security-headers.ts';
import { beginInTurns } from './http/routing/begin-in-turns.ts';
import { serveDocs } from './service/serve-docs.ts';

/** Creates the whole HTTP interface. Routes that other systems call often are placed before any middleware. */
export function createApp(context: AppContext, routes: readonly ListedRoute[]): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  const served = routes.filter(({ security }) => security.kind !== 'operator' || context.config.operatorKey !== null);
  registerEarlyRoutes(app, context, served);
  app.use(beginInTurns());
  app.use(securityHeaders(context.config.publicUrl));
  context.accounts.mount(app, {
    observe: (request, response) => observeRequest(context, request, response, AUTH_PATH),
    readBody: async (request, response) =>
      (await readCountedBody(context, request, response, context.config.http.maxPublicBodyBytes)).bytes,
    enter: async (request) => {
      const network = clientNetwork(request);
      await context.publicRateLimit.waitInNetwork(network);
      return context.addressShares.enter(network);
    },
  });
  registerRoutes(app, context, served);
  serveDocs(app, context, routes);
  app.use(serveConsole(context));
  app.use((request: Request, response: Response) => {
    observe(context, request, response);
    answerError(response, new ApiError('NOT_FOUND'));
  });
  // Express recognizes an error handler by its four parameters.
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    observe(context, request, response);
    answerError(response, error);
  });
  return app;
}

function observe(context: AppContext, request: Request, response: Response): void {
  if (exchangeOf(response) === undefined) observeRequest(context, request, response, 'none');
}
