/** A folder directly in another one, with how many workflows are in it or below. */
interface Subfolder {
  name: string;
  path: string;
  workflows: number;
}

/** The folders directly in a folder, by name; an empty path is the root. */
export function foldersIn(folder: string, all: readonly { path: string; workflows: number }[]): Subfolder[] {
  const prefix = folder === '' ? '' : `${folder}/`;
  const found = new Map<string, Subfolder>();
  for (const { path, workflows } of all) {
    if (!path.startsWith(prefix)) continue;
    const [name = ''] = path.slice(prefix.length).split('/');
    const known = found.get(name);
    found.set(name, { name, path: prefix + name, workflows: workflows + (known?.workflows ?? 0) });
  }
  return [...found.values()].sort((one, other) => one.name.localeCompare(other.name));
}
