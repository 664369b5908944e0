import { isUtf8 } from 'node:buffer';
import type { ResolvedConfig } from '@workflow/component-kit';
import {
  asText,
  defineRunner,
  isFileValue,
  sizeWithin,
  StepFailure,
  type FileValue,
  type Json,
  type JsonObject,
  type RunContext,
} from '@workflow/component-kit/run';
import { convertDate } from './dates/convert-date.ts';
import { descriptor } from './descriptor.ts';
import { CONTENT_TYPES } from './formats.ts';
import { readBase64, decodeText } from './decode.ts';
import { json } from './formats/json.ts';
import { url } from './formats/url.ts';

type Config = ResolvedConfig<typeof descriptor.configSchema>;
type Context = RunContext<Config>;

/** The size below which text is converted in this process, if that takes linear time. */
const SMALL_SIZE = 65_536;
const SIMPLE = { json, url } as const;
/** The maximum size of a result that becomes a file. Its bytes are not part of a step. */
const MAX_FILE_TEXT_BYTES = 33_554_432;

export const runner = defineRunner(descriptor, {
  async run(context) {
    const { from, ...shown } = context.config;
    context.recordInput({
      from: sizeWithin(from, SMALL_SIZE) > SMALL_SIZE ? { tooLarge: true } : from,
      ...shown,
    } as JsonObject);
    const converted = await convert(context);
    return {
      kind: 'succeeded',
      output: context.config.as === 'file' ? await stored(context, converted) : valueOf(converted),
    };
  },
});

async function convert(context: Context): Promise<Json | Buffer> {
  const { from, format, direction, ...given } = context.config;
  const maxBytes = given.as === 'file' ? MAX_FILE_TEXT_BYTES : context.maxOutputBytes;
  const options = { ...given, maxBytes };
  if (format === 'date') return convertDate(from, options);
  if (format === 'base64') return direction === 'read' ? readBase64(asText(await readable(context))) : encoded(context);
  const input = direction === 'read' ? await readable(context) : from;
  const isSmall = sizeWithin(input, SMALL_SIZE) <= SMALL_SIZE;
  if (isSmall && (format === 'json' || format === 'url')) {
    const simple = SIMPLE[format];
    return direction === 'write'
      ? simple.write!(input, options as never)
      : simple.read!(asText(input), options as never);
  }
  try {
    return await context.runDataJob(
      { from: input, options: { format, direction, ...options } as JsonObject },
      maxBytes,
    );
  } catch (error) {
    if (!(error instanceof StepFailure) || error.code !== 'OUTPUT_TOO_LARGE') throw error;
    throw new StepFailure('OUTPUT_TOO_LARGE', `${error.message}. ${wayOut(context.config)}`);
  }
}

/** Returns advice for a result that is too large. */
function wayOut({ format, direction, as, header, columns }: Config): string {
  if (as === 'file') return 'Convert smaller parts';
  if (direction === 'write') return 'Choose a file as the result';
  if (format !== 'csv') return 'Read smaller parts, or choose a file as the result';
  const because = header || columns !== undefined ? ', because each row then names its columns' : '';
  return (
    `A CSV becomes larger when it is read${because}. ` +
    'Choose fewer columns, read smaller parts, or choose a file as the result'
  );
}

/** Returns the text to read. For a file it is its whole content. */
async function readable({ config: { from, charset }, files }: Context): Promise<Json> {
  return isFileValue(from) ? decodeText(await files.readWhole(await files.open(from)), charset) : from;
}

async function encoded({ config: { from }, files }: Context): Promise<string> {
  const bytes = isFileValue(from) ? await files.readWhole(await files.open(from)) : Buffer.from(asText(from));
  return bytes.toString('base64');
}

/** Returns the converted value. @throws StepFailure DATA_INVALID for bytes that are not text */
function valueOf(converted: Json | Buffer): Json {
  if (!Buffer.isBuffer(converted)) return converted;
  if (isUtf8(converted)) return converted.toString();
  throw new StepFailure('DATA_INVALID', 'The decoded bytes are not text. Choose a file as the result');
}

async function stored(
  { config: { name, format, direction }, files }: Context,
  converted: Json | Buffer,
): Promise<FileValue> {
  if (name === undefined || name.trim() === '') throw new StepFailure('CONFIG_INVALID', 'config.name is required');
  const isText = typeof converted === 'string';
  const bytes = Buffer.isBuffer(converted) ? converted : Buffer.from(asText(converted));
  const contentType =
    direction === 'write' || format === 'date' ? CONTENT_TYPES[format] : typeOfRead(isText, converted);
  async function* content(): AsyncGenerator<Uint8Array> {
    yield bytes;
  }
  return files.write({ name, contentType }, content());
}

function typeOfRead(isText: boolean, converted: Json | Buffer): string {
  if (Buffer.isBuffer(converted)) return 'application/octet-stream';
  return isText ? 'text/plain; charset=utf-8' : 'application/json';
}
