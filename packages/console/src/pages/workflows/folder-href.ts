/** The list of the workflows in a folder. */
export function folderHref(path: string): string {
  return `/workflows?${new URLSearchParams({ folder: path })}`;
}
