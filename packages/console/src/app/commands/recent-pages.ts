import { readRemembered, remember } from '../../api/browser-memory.ts';
import { FIXED_PAGES } from '../../names/pages.ts';

const MAX_REMEMBERED = 8;
const NAMED = /^\/(workflows|tables)\/[^/]+$/;

/** Returns the paths of the pages that were opened last in this browser, the newest first. */
export function recentPaths(): string[] {
  const paths = readRemembered('recent', 'pages')?.['paths'];
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
}

/** Remembers a page that the command menu can name: a fixed one, a workflow or a table. */
export function rememberPage(pathname: string): void {
  if (!NAMED.test(pathname) && !FIXED_PAGES.some(({ path }) => path === pathname)) return;
  const paths = [pathname, ...recentPaths().filter((path) => path !== pathname)];
  remember('recent', 'pages', { paths: paths.slice(0, MAX_REMEMBERED) });
}
