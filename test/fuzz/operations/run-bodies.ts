import { write, type Pattern } from '../grammar/pattern.ts';
import { MEGABYTE } from '../grammar/texts.ts';

/** The values of a run: patterns of the text `t` and of the JSON `j`. */
export interface SentValues {
  text: Pattern;
  json: Pattern;
}

/** Bytes reserved for the part of the body around the values. */
const ROOM = 1_000;

/** Returns the text, short enough to fit a body together with its escapes. */
export function textOf(text: Pattern, mostBytes = MEGABYTE): string {
  const written = write(text, mostBytes);
  const bytes = Buffer.byteLength(JSON.stringify(written));
  return bytes <= mostBytes ? written : written.slice(0, Math.floor((written.length * mostBytes) / bytes));
}

/** Returns the body of a run. The JSON is sent unchanged, well-formed or not. */
export function runBodyOf(workflowId: string, componentId: string, { text, json }: SentValues, more = ''): string {
  const sentText = JSON.stringify(textOf(text, MEGABYTE - ROOM).toWellFormed());
  const sentJson = write(json, MEGABYTE - ROOM - Buffer.byteLength(sentText));
  const values = `{"t":${sentText},"j":${sentJson}}`;
  return `{"workflowId":"${workflowId}","componentId":"${componentId}","placeholderValues":${values}${more}}`;
}
