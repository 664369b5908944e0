import { readRemembered, remember } from '../../api/browser-memory.ts';

const MAX_REMEMBERED = 20;

/** Returns the paths of the pages that were opened last in this browser, the newest first. */
export function recentPaths(): string[] {
  const paths = readRemembered('recent', 'pages')?.['paths'];
  return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
}

/** Remembers a page that was opened. The command menu shows those that it can name. */
export function rememberPage(pathname: string): void {
  const paths = [pathname, ...recentPaths().filter((path) => path !== pathname)];
  remember('recent', 'pages', { paths: paths.slice(0, MAX_REMEMBERED) });
}
