import type { ServerResponse } from 'node:http';
import type { NextFunction, Request, Response } from 'express';

/** Forbids inline code and content of other hosts. The editor's highlighter uses workers from blobs. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export const ONE_YEAR_SECONDS = 31_536_000;

/** Sets headers of an answer with data: no browser guesses its type, and neither a browser nor a proxy stores it. */
export function dataHeaders(response: ServerResponse): void {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  response.setHeader('Cache-Control', 'no-store');
}

/** Sets headers for browsers, on every answer after the middleware. Files set their own `Cache-Control`. */
export function securityHeaders(publicUrl: string): (request: Request, response: Response, next: NextFunction) => void {
  const behindTls = publicUrl.startsWith('https:');
  return (_request, response, next) => {
    response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
    dataHeaders(response);
    response.setHeader('X-Frame-Options', 'DENY');
    response.setHeader('Referrer-Policy', 'no-referrer');
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    response.setHeader('Cross-Origin-Resource-Policy', 'same-origin');
    if (behindTls) response.setHeader('Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}; includeSubDomains`);
    next();
  };
}
