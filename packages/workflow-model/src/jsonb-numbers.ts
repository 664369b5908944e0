/** The range outside of which JSON writes a number with a power of ten, and jsonb with all of its digits. */
const MIN_WRITTEN_OUT = 1e-6;
const MAX_WRITTEN_OUT = 1e21;

/** Returns about how many characters jsonb adds to a number in JSON: 300 for `1e300`. */
export function addedByJsonb(value: number): number {
  const size = Math.abs(value);
  if (size === 0 || (size >= MIN_WRITTEN_OUT && size < MAX_WRITTEN_OUT)) return 0;
  return Math.ceil(Math.abs(Math.log10(size)));
}
