import { SENSITIVE_MASK } from '@workflow/workflow-model';

/** A value of a row as a cell shows it; nothing where there is none. */
export function shownValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Reads a value from text of the form; null if it is empty. Types that need JSON read JSON. */
export function valueOfText(type: string, text: string): unknown {
  if (text === '') return null;
  if (type === 'TEXT' || type === 'NUMBER' || type === 'BOOLEAN' || type === 'DATE_TIME') return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Returns true if the shown value is shortened or masked, so that it cannot be sent again. */
export function isHidden(value: unknown): boolean {
  return value !== undefined && JSON.stringify(value).includes(SENSITIVE_MASK);
}
