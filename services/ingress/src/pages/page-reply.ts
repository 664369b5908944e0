import type { IncomingMessage } from 'node:http';
import type { RouteReply, RouteResponse } from '../http/define-route.ts';
import { Html, markup } from './html.ts';
import type { StoredPages } from './stored-pages.ts';
import { PAGE_STYLE, PAGE_STYLE_HASH } from './page-style.ts';

export interface Page {
  title: string;
  /** The organization in whose name it stands; null: nobody's. */
  organizationName: string | null;
  body: Html;
}

/** No script, nothing from elsewhere, and no frame around it: nothing can press its buttons but who sees them. */
const POLICY =
  `default-src 'none'; style-src 'sha256-${PAGE_STYLE_HASH}'; form-action 'self'; base-uri 'none'; ` +
  "frame-ancestors 'none'";

const HEADERS = { 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' };

/** A page for people, which needs no script. */
export function pageReply(status: number, page: Page): RouteReply {
  return { status, textType: 'text/html; charset=utf-8', text: beginningOf(page) + endOf({}), headers: HEADERS };
}

/** What a page is made of whose beginning is stored: `body` is followed by `end`, which differs by reader. */
export interface StoredPageParts {
  /** Names the page, and what it shows. */
  key: string;
  version: string;
  organizationId: string;
  /** Renders all but the end, unless that is stored. */
  page(): Page;
  end: Html;
}

/** The same as `pageReply`, from a beginning that is rendered once for each version. */
export async function storedPageReply(
  pages: StoredPages,
  status: number,
  { page, end, ...source }: StoredPageParts,
): Promise<RouteReply> {
  const head = await pages.head({ ...source, render: () => beginningOf(page()) });
  return { status, page: { head, end: endOf({ end }) }, headers: HEADERS };
}

function beginningOf({ title, organizationName, body }: Page): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="referrer" content="no-referrer">
<title>${title}${organizationName !== null && ` – ${organizationName}`}</title>
<style>${new Html(PAGE_STYLE)}</style>
</head>
<body>
${organizationName !== null && markup`<header>${organizationName}</header>`}
<main>
${body}`.text;
}

function endOf({ end }: { end?: Html }): string {
  return markup`${end}
</main>
</body>
</html>
`.text;
}

/** A page that says one thing. */
export function noticePage(
  status: number,
  { title, text, organizationName = null }: { title: string; text: string; organizationName?: string | null },
): RouteReply {
  const body = markup`<h1>${title}</h1>
<p>${text}</p>`;
  return pageReply(status, { title, organizationName, body });
}

/** Sends a browser to the sign-in, and from there back to this page. */
export function toSignIn(path: string): RouteReply {
  return { status: 303, text: '', headers: { Location: `/sign-in?then=${encodeURIComponent(path)}` } };
}

/** Whether who asks would rather read a page than JSON. */
export function prefersPage({ headers }: IncomingMessage): boolean {
  return (headers.accept ?? '').includes('text/html');
}

/** Of a route that answers with a page. */
export function pageResponse(description: string): RouteResponse {
  return { description, schema: { type: 'string' }, contentType: 'text/html' };
}
