import type { Logger } from '@workflow/service-runtime';

const MAX_LENGTH = 200;
const NOT_PRINTABLE = /[^ -~]+/g;

/**
 * How the accounts library's own messages are logged. It reports refusals, such as of another site's origin, as errors
 * and quotes what the caller sent: they are warnings, with printable text of a bounded length. What really failed is
 * answered 500, and logged as an error from there.
 */
export function libraryLog(log: Pick<Logger, 'debug' | 'info' | 'warn'>) {
  return (level: 'debug' | 'info' | 'warn' | 'error', message: string): void => {
    const text = message.slice(0, 4 * MAX_LENGTH).replaceAll(NOT_PRINTABLE, '?');
    const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
    log[level === 'error' ? 'warn' : level]({ part: 'accounts' }, shown);
  };
}
