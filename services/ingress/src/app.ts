import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import { serveConsole } from './console/serve-console.ts';
import { serveDocs } from './console/serve-docs.ts';
import type { AppContext } from './context.ts';
import { ApiError } from './errors/api-error.ts';
import { answerError } from './http/answer.ts';
import { exchangeOf } from './http/exchange.ts';
import { observeRequest } from './http/observe-request.ts';
import { registerCheckedRoutes, registerDirectRoutes } from './http/register-routes.ts';
import { securityHeaders } from './http/security-headers.ts';

/** The whole HTTP surface. The hot path comes first: it passes through no middleware. */
export function createApp(context: AppContext): Express {
  const app = express();
  const { routes } = context;
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', false);
  registerDirectRoutes(app, context, routes);
  app.use(securityHeaders(context.config.publicUrl));
  for (const extension of context.extensions) extension(app, context);
  registerCheckedRoutes(app, context, routes);
  serveDocs(app, context);
  app.use(serveConsole(context));
  app.use((request: Request, response: Response) => {
    observe(context, request, response);
    answerError(response, new ApiError('NOT_FOUND'));
  });
  // Four parameters make it an error handler for Express.
  app.use((error: unknown, request: Request, response: Response, _next: NextFunction) => {
    observe(context, request, response);
    answerError(response, error);
  });
  return app;
}

function observe(context: AppContext, request: Request, response: Response): void {
  if (exchangeOf(response) === undefined) observeRequest(context, request, response, 'none');
}
