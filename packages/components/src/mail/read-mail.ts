import {
  StepFailure,
  type FileValue,
  type JsonObject,
  type MailFolder,
  type PollContext,
} from '@workflow/component-kit/run';
import type { MailToParse, ParsedMail, ParsedPart } from './parsed-mail.ts';

/** The bytes that are read of a mail that is too large or cannot be parsed. */
const BEGINNING_BYTES = 262_144;
const HEADER_BYTES = 65_536;
const MAX_TEXT_LENGTH = 500_000;
/** The share of the output limit for text and for HTML, whose characters can take six bytes each. */
const TEXT_SHARE = 16;
const PARSE_MS = 10_000;
/** The growth of a mail during parsing: texts in other charsets, and base64, become longer. */
const RESULT_GROWTH = 3;
const MIN_RESULT_BYTES = 8_388_608;

/** Failures of parsing that another attempt cannot resolve. */
const FOR_GOOD = new Set(['DATA_INVALID', 'DATA_LIMIT', 'OUTPUT_TOO_LARGE', 'SANDBOX_FAILED']);

type Tools = Pick<PollContext<unknown>, 'files' | 'limits' | 'runDataJob'>;

/** Returns the item of a mail and the length of its text, or null if it was deleted. @throws StepFailure */
export async function readMail(
  folder: MailFolder,
  uid: number,
  tools: Tools,
): Promise<{ item: JsonObject; messageId: string; length: number } | null> {
  const { maxItemBytes, maxItemFiles } = tools.limits;
  const read = await folder.read(uid, maxItemBytes);
  if (read === null) return null;
  const { size, source } = read;
  if (size <= maxItemBytes) {
    try {
      return await itemOf(await parse(source, maxItemFiles, tools), [], tools);
    } catch (error) {
      if (!(error instanceof StepFailure) || !FOR_GOOD.has(error.code)) throw error;
      return headerAlone(source, `The mail could not be read (${error.message})`, tools);
    }
  }
  const allowed = `${maxItemBytes} (POLL_MAX_ITEM_BYTES)`;
  const problem = `The mail has ${size} bytes. The limit is ${allowed}, so only its beginning was read`;
  try {
    return await itemOf(await parse(source.subarray(0, BEGINNING_BYTES), 0, tools), [problem], tools);
  } catch (error) {
    if (!(error instanceof StepFailure) || !FOR_GOOD.has(error.code)) throw error;
    return headerAlone(source, problem, tools);
  }
}

/**
 * Returns an item from the header, or an empty one if that cannot be read either. A malicious mail must not delay
 * others.
 */
async function headerAlone(source: Buffer, problem: string, tools: Tools) {
  const beginning = source.subarray(0, HEADER_BYTES);
  const end = beginning.indexOf('\r\n\r\n');
  const header = end < 0 ? beginning : beginning.subarray(0, end + 4);
  let parts: ParsedPart[] = [{ mail: NOTHING }];
  try {
    parts = await parse(header, 0, tools);
  } catch (error) {
    if (!(error instanceof StepFailure) || !FOR_GOOD.has(error.code)) throw error;
  }
  return itemOf(parts, [problem], tools);
}

const NOTHING: ParsedMail = {
  ...{ from: '', to: [], subject: '', text: '', html: '', messageId: '', date: '', attachments: [], problems: [] },
};

async function parse(source: Buffer, maxFiles: number, { limits, runDataJob }: Tools): Promise<ParsedPart[]> {
  const maxTextLength = Math.min(MAX_TEXT_LENGTH, Math.floor(limits.maxOutputBytes / TEXT_SHARE));
  const wanted: MailToParse = { source: source.toString('latin1'), maxTextLength, maxFiles };
  const maxResultBytes = Math.max(MIN_RESULT_BYTES, source.length * RESULT_GROWTH);
  return (await runDataJob(wanted, { timeoutMs: PARSE_MS, maxResultBytes })) as unknown as ParsedPart[];
}

async function itemOf(parts: ParsedPart[], before: string[], { files }: Tools) {
  const [first, ...bytes] = parts as [{ mail: ParsedMail }, ...Extract<ParsedPart, { file: number }>[]];
  const { attachments, problems, date, ...mail } = first.mail;
  const byFile = Map.groupBy(bytes, ({ file }) => file);
  const stored: FileValue[] = [];
  const wrong = [...before, ...problems];
  for (const [index, { name, contentType }] of attachments.entries()) {
    try {
      const shown = name === '' ? `attachment ${index + 1}` : name;
      stored.push(await files.write({ name: shown, contentType }, decoded(byFile.get(index) ?? [])));
    } catch (error) {
      if (!(error instanceof StepFailure) || error.code !== 'FILE_TOO_LARGE') throw error;
      wrong.push(`An attachment was left out: ${error.message}`);
    }
  }
  const item = {
    ...mail,
    ...(date !== '' && { date }),
    attachments: stored.map((file) => ({ ...file })),
    ...(wrong.length > 0 && { problem: wrong.join('; ') }),
  };
  return { item, messageId: mail.messageId, length: mail.text.length + mail.html.length };
}

async function* decoded(parts: readonly { base64: string }[]): AsyncGenerator<Buffer> {
  for (const { base64 } of parts) yield Buffer.from(base64, 'base64');
}
