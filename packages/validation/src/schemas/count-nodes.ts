/** Returns true if a JSON value has more than this many values and names. It visits no more than these. */
export function hasMoreNodesThan(value: unknown, max: number): boolean {
  let left = max;
  const open: unknown[] = [value];
  while (open.length > 0) {
    const node = open.pop();
    left -= 1;
    if (left < 0) return true;
    if (typeof node !== 'object' || node === null) continue;
    if (Array.isArray(node)) {
      if (node.length > left) return true;
      for (const item of node) open.push(item);
      continue;
    }
    for (const name in node) {
      left -= 1;
      if (left < 0) return true;
      open.push((node as Record<string, unknown>)[name]);
    }
  }
  return false;
}
