/** Values of a query; a list is sent as repeated parameters, and what is null or undefined is left out. */
export type QueryValues = Readonly<Record<string, unknown>>;

/** A path with its parameters filled in and its query. */
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
