import { formatNumber } from './format-number.ts';
const UNITS = ['bytes', 'KiB', 'MiB', 'GiB'];

/** A size for people: `812 bytes`, `1.5 MiB`. */
export function formatBytes(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
  const count = bytes / 1_024 ** unit;
  return `${formatNumber(count, unit === 0 ? 0 : 1)} ${UNITS[unit]}`;
}
