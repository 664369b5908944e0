/** Outside of these, JSON has a number with its power of ten, and PostgreSQL's jsonb with all of its digits. */
const MIN_WRITTEN_OUT = 1e-6;
const MAX_WRITTEN_OUT = 1e21;

/** About how many characters more than JSON jsonb takes to write a number: 300 for `1e300`. */
export function addedByJsonb(value: number): number {
  const size = Math.abs(value);
  if (size === 0 || (size >= MIN_WRITTEN_OUT && size < MAX_WRITTEN_OUT)) return 0;
  return Math.ceil(Math.abs(Math.log10(size)));
}
