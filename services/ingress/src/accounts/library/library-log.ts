import type { Logger } from '@workflow/service-runtime';

const MAX_LENGTH = 200;
const NOT_PRINTABLE = /[^ -~]+/g;

/**
 * Logs the accounts library's messages. The library reports refusals, such as of another site's origin, as errors and
 * quotes the caller's text. They are logged as warnings, with printable text of limited length. Real failures are
 * answered with 500, and logged as errors there.
 */
export function libraryLog(log: Pick<Logger, 'debug' | 'info' | 'warn'>) {
  return (level: 'debug' | 'info' | 'warn' | 'error', message: string): void => {
    const text = message.slice(0, 4 * MAX_LENGTH).replaceAll(NOT_PRINTABLE, '?');
    const shown = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
    log[level === 'error' ? 'warn' : level]({ part: 'accounts' }, shown);
  };
}
