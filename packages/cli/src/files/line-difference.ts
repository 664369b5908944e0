/** Files with more lines are not compared line by line: both are shown completely. */
const MAX_LINES = 4_000;

/**
 * Compares two texts line by line. Lines begin with `-` if only the first text has them, with `+` if only the second
 * has them, and with a space if both have them. Only three common lines around each change are returned. The result is
 * empty if the texts are equal.
 */
export function lineDifference(before: string, after: string): string[] {
  if (before === after) return [];
  const [old, fresh] = [before.split('\n'), after.split('\n')];
  if (old.length > MAX_LINES || fresh.length > MAX_LINES)
    return [...old.map((line) => `-${line}`), ...fresh.map((line) => `+${line}`)];
  const all = edits(old, fresh);
  const near = (index: number): boolean =>
    all.slice(Math.max(0, index - CONTEXT), index + CONTEXT + 1).some((line) => !line.startsWith(' '));
  return all.flatMap((line, index) => {
    if (near(index)) return [line];
    return index > 0 && near(index - 1) ? ['…'] : [];
  });
}

const CONTEXT = 3;

/** Uses the longest common subsequence. */
function edits(old: readonly string[], fresh: readonly string[]): string[] {
  const width = fresh.length + 1;
  const common = new Uint16Array((old.length + 1) * width);
  for (let row = old.length - 1; row >= 0; row -= 1)
    for (let column = fresh.length - 1; column >= 0; column -= 1)
      common[row * width + column] =
        old[row] === fresh[column]
          ? common[(row + 1) * width + column + 1]! + 1
          : Math.max(common[(row + 1) * width + column]!, common[row * width + column + 1]!);
  const lines: string[] = [];
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    const isSame = row < old.length && column < fresh.length && old[row] === fresh[column];
    const isRemoved =
      column >= fresh.length ||
      (row < old.length && common[(row + 1) * width + column]! >= common[row * width + column + 1]!);
    if (isSame) lines.push(` ${old[row]}`);
    else lines.push(isRemoved ? `-${old[row]}` : `+${fresh[column]}`);
    if (isSame || isRemoved) row += 1;
    if (isSame || !isRemoved) column += 1;
  }
  return lines;
}
