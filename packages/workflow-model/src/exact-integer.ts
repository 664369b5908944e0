const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Beyond this a number is no double at all. */
const MAX_DIGITS = 400;

/**
 * The integer that a number's text says, where a double cannot hold it exactly (`12345678901234567890`, `1e23`); null
 * for every other text: integers that fit into a double, fractions, and texts that are no number.
 *
 * @param source a number as JSON writes it (RFC 8259 §6)
 */
export function inexactInteger(source: string): bigint | null {
  // 15 digits always fit.
  if (source.length <= 15 && !/[eE]/.test(source)) return null;
  const match = NUMBER.exec(source);
  if (match === null) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  const zeros = Number(exponent) - fraction.length + digits.length - significant.length;
  if (significant === '' || zeros < 0 || significant.length + zeros > MAX_DIGITS) return null;
  const value = Number(source);
  if (!Number.isFinite(value)) return null;
  const exact = BigInt(`${sign}${significant}${'0'.repeat(zeros)}`);
  return BigInt(value) === exact ? null : exact;
}
