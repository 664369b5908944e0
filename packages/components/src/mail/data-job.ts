import {
  readInternetDate,
  StepFailure,
  type Json,
  type JsonObject,
  type DataJob,
} from '@workflow/component-kit/data-job';
import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { MailToParse, ParsedMail, ParsedPart } from './parsed-mail.ts';
import { textOfHtml } from './text-of-html.ts';

const MAX_NESTING = 50;
const MAX_HEADER_BYTES = 1_048_576;
const MAX_SHORT_LENGTH = 2_000;
const MAX_ADDRESSES = 500;
/** The size of a part, a multiple of three, so that each part in base64 can be decoded alone. */
const PART_BYTES = 180_000;

/** Parses a mail from an untrusted sender. @throws StepFailure DATA_INVALID */
export const dataJob: DataJob = async (values: JsonObject): Promise<Json> => {
  const { source, maxTextLength, maxFiles } = values as MailToParse;
  const email = await parse(Buffer.from(source, 'latin1'));
  const files = email.attachments.slice(0, maxFiles);
  const mail = describe(email, files, maxTextLength);
  return [{ mail }, ...files.flatMap((file, index) => [...partsOf(file, index)])] satisfies ParsedPart[];
};

async function parse(source: Buffer): Promise<Email> {
  const options = {
    attachmentEncoding: 'arraybuffer',
    maxNestingDepth: MAX_NESTING,
    maxHeadersSize: MAX_HEADER_BYTES,
    // A forwarded mail is a file. Its text and files are not those of the mail that contains it.
    forceRfc822Attachments: true,
  };
  try {
    return await PostalMime.parse(source, options as { attachmentEncoding: 'arraybuffer' });
  } catch (error) {
    if (error instanceof RangeError) throw error;
    throw new StepFailure('DATA_INVALID', error instanceof Error ? error.message : String(error));
  }
}

function describe(email: Email, files: Attachment[], maxTextLength: number): ParsedMail {
  const { from, to = [], subject = '', messageId = '', html = '', text = textOfHtml(html), attachments } = email;
  const recipients = to.flatMap(mailboxesOf);
  const problems: string[] = [];
  if (text.length > maxTextLength || html.length > maxTextLength)
    problems.push(`its text was cut after ${maxTextLength} characters`);
  if (files.length < attachments.length)
    problems.push(`${attachments.length - files.length} of ${attachments.length} attachments were left out`);
  return {
    from: from === undefined ? '' : (mailboxesOf(from)[0] ?? ''),
    to: recipients.slice(0, MAX_ADDRESSES),
    subject: short(subject),
    text: cut(text, maxTextLength),
    html: cut(html, maxTextLength),
    messageId: short(messageId),
    date: dateOf(email),
    attachments: files.map(({ filename, mimeType }) => ({
      name: short(filename ?? (mimeType === 'message/rfc822' ? 'message.eml' : '')),
      contentType: short(mimeType),
    })),
    problems,
  };
}

function mailboxesOf({ name, address, group }: Address): string[] {
  if (group !== undefined) return group.flatMap(mailboxesOf);
  const [shownName, shownAddress] = [name.replaceAll(/[<>"\p{Cc}]+/gu, ' ').trim(), short(address ?? '')];
  if (shownName === '' || shownName === shownAddress) return shownAddress === '' ? [] : [shownAddress];
  return [shownAddress === '' ? short(shownName) : `${short(shownName)} <${shownAddress}>`];
}

/**
 * Returns the date header as it was sent, because the library reads a date without a zone in the zone of this machine.
 */
function dateOf({ headers }: Email): string {
  const date = headers.find(({ key }) => key === 'date')?.value ?? '';
  return readInternetDate(date) ?? '';
}

const short = (text: string): string => cut(text, MAX_SHORT_LENGTH);
const cut = (text: string, length: number): string => text.slice(0, length).toWellFormed();

function* partsOf({ content, mimeType }: Attachment, file: number): Generator<ParsedPart> {
  const given = typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer);
  const bytes = mimeType === 'message/rfc822' ? withLineEnds(given) : given;
  for (let at = 0; at < bytes.length; at += PART_BYTES)
    yield { file, base64: bytes.subarray(at, at + PART_BYTES).toString('base64') };
}

/** Restores CRLF as line ends (RFC 5322 §2.3), which the library replaces by LF. */
function withLineEnds(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('latin1').replaceAll(/\r?\n/g, '\r\n'), 'latin1');
}
