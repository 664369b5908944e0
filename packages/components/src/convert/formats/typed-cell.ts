import { inexactInteger, StepFailure, type Json } from '@workflow/workflow-model';
import { convertDate } from '../dates/convert-date.ts';

/** A number as JSON writes it. `007` and `1,5` stay text. */
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** A date, or a date with a time, as ISO 8601 writes it. */
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Returns the value that a cell shows: a number, true, false, or a date as an ISO date-time in UTC. Other text, and a
 * number with more digits than a number can hold, stays text.
 * @param dateFormat the format of dates
 */
export function typedCell(cell: string, dateFormat: string): Json {
  const text = cell.trim();
  if (NUMBER.test(text)) return inexactInteger(text) === null && Number.isFinite(Number(text)) ? Number(text) : cell;
  if (text === 'true' || text === 'false') return text === 'true';
  if (text === '' || (dateFormat === 'iso' && !ISO.test(text))) return cell;
  try {
    return convertDate(text, { fromFormat: dateFormat, toFormat: 'iso', zone: 'UTC' });
  } catch (error) {
    if (error instanceof StepFailure && error.code === 'DATA_INVALID') return cell;
    throw error;
  }
}
