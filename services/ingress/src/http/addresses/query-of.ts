/** Returns the query of a URL, without its question mark. It is empty if there is none. */
export function queryOf(url: string): string {
  const start = url.indexOf('?');
  return start === -1 ? '' : url.slice(start + 1);
}
