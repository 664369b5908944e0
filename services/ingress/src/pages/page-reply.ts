import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { RouteReply, RouteResponse } from '../http/define-route.ts';
import { Html, markup } from './html.ts';
import type { StoredPages } from './stored-pages.ts';
import { PAGE_STYLE, PAGE_STYLE_HASH } from './page-style.ts';

export interface Page {
  title: string;
  /** The organization that the page belongs to, or null. */
  organizationName: string | null;
  body: Html;
  program?: PageProgram;
}

/**
 * Forbids scripts, content of other hosts and frames, so that only a person who sees the page can press its buttons.
 */
const POLICY =
  `default-src 'none'; style-src 'sha256-${PAGE_STYLE_HASH}'; form-action 'self'; base-uri 'none'; ` +
  "frame-ancestors 'none'";

/** The style and the script of a page that needs more than a form. Its policy allows both by their hashes. */
interface PageProgram {
  style: string;
  script: string;
  policy: string;
}

/** Returns the style and script of a page, which may send requests only to this service. */
export function pageProgram(style: string, script: string): PageProgram {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const styles = `style-src 'sha256-${PAGE_STYLE_HASH}'`;
  const policy = POLICY.replace(styles, `${styles} ${hash(style)}; script-src ${hash(script)}; connect-src 'self'`);
  return { style, script, policy };
}

const HEADERS = { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' };

/** Returns a page for people, which needs no script. */
export function pageReply(status: number, page: Page): RouteReply {
  return { status, textType: 'text/html; charset=utf-8', text: beginningOf(page) + endOf({}), headers: HEADERS };
}

/** A page whose beginning is stored. `body` is followed by `end`, which differs by reader. */
interface StoredPageParts {
  /** Identifies the page and its content. */
  key: string;
  version: string;
  organizationId: string;
  /** Renders everything except the end, unless that is stored. */
  page(): Page;
  end: Html;
  program?: PageProgram;
}

/** Returns the same as `pageReply`, from a beginning that is rendered once for each version. */
export async function storedPageReply(
  pages: StoredPages,
  status: number,
  { page, end, program, ...source }: StoredPageParts,
): Promise<RouteReply> {
  const head = await pages.head({ ...source, render: () => beginningOf({ ...page(), ...(program && { program }) }) });
  const headers = program === undefined ? HEADERS : { ...HEADERS, 'Content-Security-Policy': program.policy };
  return { status, page: { head, end: endOf({ end, program }) }, headers };
}

function beginningOf({ title, organizationName, body, program }: Page): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}${organizationName !== null && ` – ${organizationName}`}</title>
<style>${new Html(PAGE_STYLE)}</style>${program && markup`<style>${new Html(program.style)}</style>`}
</head>
<body>
${organizationName !== null && markup`<header>${organizationName}</header>`}
<main>
${body}`.text;
}

function endOf({ end, program }: { end?: Html; program?: PageProgram | undefined }): string {
  return markup`${end}
</main>
${
  program &&
  markup`<script>${new Html(program.script)}</script>
`
}</body>
</html>
`.text;
}

/** Returns a page with one message. */
export function noticePage(
  status: number,
  { title, text, organizationName = null }: { title: string; text: string; organizationName?: string | null },
): RouteReply {
  const body = markup`<h1>${title}</h1>
<p>${text}</p>`;
  return pageReply(status, { title, organizationName, body });
}

/** Redirects a browser to the sign-in page, and from there back to this page. */
export function toSignIn(path: string): RouteReply {
  return { status: 303, text: '', headers: { Location: `/sign-in?then=${encodeURIComponent(path)}` } };
}

/** Returns true if the client prefers a page to JSON. */
export function prefersPage({ headers }: IncomingMessage): boolean {
  return (headers.accept ?? '').includes('text/html');
}

/** Returns the response description of a route that answers with a page. */
export function pageResponse(description: string): RouteResponse {
  return { description, schema: { type: 'string' }, contentType: 'text/html' };
}
