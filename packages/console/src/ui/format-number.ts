/** Formats a number in English, whatever the language of the browser: `12,345`, `0.5`. */
export function formatNumber(value: number, maximumFractionDigits = 3): string {
  return value.toLocaleString('en', { maximumFractionDigits });
}
