/** The values of a query. A list becomes repeated parameters; null and undefined are omitted. */
export type QueryValues = Readonly<Record<string, unknown>>;

/** Returns the path with its parameters and the query. */
export function requestPath(path: string, parameters: QueryValues = {}, query: QueryValues = {}): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(parameters[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat() as unknown[]) {
      if (each !== undefined && each !== null) search.append(name, String(each));
    }
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}
