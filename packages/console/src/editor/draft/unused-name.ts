/** The name, or the name with the first number that makes it unused. */
export function unusedName(name: string, taken: ReadonlySet<string | undefined>, separator = ''): string {
  if (!taken.has(name)) return name;
  const stem = withoutNumberAtEnd(name);
  let number = 2;
  while (taken.has(`${stem}${separator}${number}`)) number += 1;
  return `${stem}${separator}${number}`;
}

function withoutNumberAtEnd(name: string): string {
  let end = name.length;
  while (/^\d$/.test(name.charAt(end - 1))) end -= 1;
  return name.slice(0, end < name.length && name[end - 1] === ' ' ? end - 1 : end);
}
