import type { NextFunction, Request, Response } from 'express';
import type { AppContext } from '../context.ts';
import { answerFile } from '../http/answers/answer-file.ts';
import { observeRequest } from '../http/telemetry/observe-request.ts';
import { loadFiles } from './load-files.ts';

/** Paths of the API. A mistyped one is a 404 also for people, not the console. */
const API_PATH = /^\/(v\d+|api|webhook|docs|healthz|readyz)(\/|$)/;

/**
 * Serves the files of the console, and its page for every other path that a person opens, because the console routes
 * its paths itself. Without built files every request gets a 404.
 */
export function serveConsole(context: AppContext): (request: Request, response: Response, next: NextFunction) => void {
  const files = loadFiles(context.config.consoleDir);
  const page = files.get('/index.html');
  if (page === undefined)
    context.log.info({ consoleDir: context.config.consoleDir }, 'Not serving the console, because it is not built');
  return (request, response, next) => {
    if (page === undefined || (request.method !== 'GET' && request.method !== 'HEAD')) return next();
    const file = files.get(request.path) ?? (isNavigation(request) ? page : undefined);
    if (file === undefined) return next();
    observeRequest(context, request, response, 'console');
    answerFile(request, response, file);
  };
}

function isNavigation(request: Request): boolean {
  // The URL that the start prints answers every client, including curl.
  if (request.path === '/') return true;
  return !API_PATH.test(request.path) && (request.headers.accept ?? '').includes('text/html');
}
