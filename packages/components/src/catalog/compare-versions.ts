const VERSION = /^(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/;

/**
 * Compares two exact versions (Semantic Versioning 2.0.0, §11). The result is less than 0 if `a` is older. A text that
 * is not a version is older than every version.
 */
export function compareVersions(a: string, b: string): number {
  const [versionA, versionB] = [VERSION.exec(a), VERSION.exec(b)];
  if (versionA === null || versionB === null)
    return Number(versionA !== null) - Number(versionB !== null) || compareTexts(a, b);
  for (const place of [1, 2, 3]) {
    const difference = compareNumbers(versionA[place]!, versionB[place]!);
    if (difference !== 0) return difference;
  }
  return comparePrereleases(versionA[4], versionB[4]);
}

/** Compares prereleases. A version without one is newer than all that have one. */
function comparePrereleases(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [partsA, partsB] = [a.split('.'), b.split('.')];
  for (const [index, partA] of partsA.entries()) {
    const partB = partsB[index];
    if (partB === undefined) return 1;
    const difference = compareIdentifiers(partA, partB);
    if (difference !== 0) return difference;
  }
  return partsA.length - partsB.length;
}

/** Compares identifiers. Numbers are older than texts. */
function compareIdentifiers(a: string, b: string): number {
  const [isNumber, otherIsNumber] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber !== otherIsNumber) return isNumber ? -1 : 1;
  return isNumber ? compareNumbers(a, b) : compareTexts(a, b);
}

/** Compares digits of any length without leading zeros. */
function compareNumbers(a: string, b: string): number {
  return a.length - b.length || compareTexts(a, b);
}

function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
