/** Returns the name, or the name with the first number that makes it unused. */
export function unusedAppName(name: string, apps: readonly { name: string }[]): string {
  const taken = new Set(apps.map((app) => app.name));
  if (!taken.has(name)) return name;
  for (let number = 2; ; number += 1) if (!taken.has(`${name}-${number}`)) return `${name}-${number}`;
}
