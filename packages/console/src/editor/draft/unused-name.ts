/** The name, or the name with the first number that makes it unused. */
export function unusedName(name: string, taken: ReadonlySet<string | undefined>, separator = ''): string {
  if (!taken.has(name)) return name;
  const stem = name.replace(/ ?\d+$/, '');
  let number = 2;
  while (taken.has(`${stem}${separator}${number}`)) number += 1;
  return `${stem}${separator}${number}`;
}
