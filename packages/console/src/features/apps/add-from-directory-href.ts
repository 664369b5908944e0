/** The query parameter of the page Apps that names an app of the directory to add. */
export const ADD = 'add';

/** Returns the address of the page Apps with the dialog that adds an app of the directory. */
export function addFromDirectoryHref(name: string): string {
  return `/apps?${ADD}=${encodeURIComponent(name)}`;
}
