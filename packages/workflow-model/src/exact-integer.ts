const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Maximum number of digits. A number with more exceeds the range of doubles. */
const MAX_DIGITS = 400;

/**
 * Returns the integer that a number's text represents if a double cannot represent it exactly (`12345678901234567890`,
 * `1e23`). Returns null for every other text: integers that fit into a double, fractions, and texts that are no number.
 * The time is proportional to the length of the text.
 *
 * @param source a number as JSON writes it (RFC 8259 §6)
 */
export function inexactInteger(source: string): bigint | null {
  // 15 digits always fit.
  if (source.length <= 15 && !/[eE]/.test(source)) return null;
  const match = NUMBER.exec(source);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const { start, end } = significantDigits(digits);
  const zeros = Number(exponent) - fraction.length + digits.length - end;
  if (start === end || zeros < 0 || end - start + zeros > MAX_DIGITS) return null;
  const value = Number(source);
  if (!Number.isFinite(value)) return null;
  const exact = BigInt(`${sign}${digits.slice(start, end)}${'0'.repeat(zeros)}`);
  return BigInt(value) === exact ? null : exact;
}

/** Finds the digits between the zeros at both ends. `start` equals `end` if all are zeros. */
function significantDigits(digits: string): { start: number; end: number } {
  let start = 0;
  let end = digits.length;
  while (start < end && digits[start] === '0') start += 1;
  while (end > start && digits[end - 1] === '0') end -= 1;
  return { start, end };
}
