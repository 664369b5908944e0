import { isJsonObject } from '@workflow/workflow-model';
import {
  asText,
  defineRunner,
  isFileValue,
  StepFailure,
  type FileValue,
  type Json,
  type SentResponse,
} from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';
import { refusedHeader, refusedValue } from './refused-headers.ts';

/** Statuses of responses without a body (RFC 9110 §15.3.5, §15.3.6, §15.4.5). */
const WITHOUT_BODY = [204, 205, 304];
const CONTROL = /(?!\t)\p{Cc}/u;
/** Matches valid header text (RFC 9110 §5.5). Receivers read other characters in different ways, or refuse them. */
const ASCII = /^[\t -~]*$/;

/** Sends the response immediately to a sender that waits. Without one the step does nothing. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { config } = context;
    const status = readStatus(config.status);
    const headers = readHeaders(config.headers);
    const named = config.contentType ?? headers['content-type'];
    if (named !== undefined) requireHeaderText('content-type', named);
    const body = readBody(config.body, status, context.maxOutputBytes);
    context.recordInput({
      status,
      ...(named !== undefined && { contentType: named }),
      ...(Object.keys(headers).length > 0 && { headers }),
      ...(config.body !== undefined && { body: config.body }),
    });
    const contentType = named ?? typeOf(body, config.body);
    await context.respond({
      status,
      headers: { ...headers, ...(contentType && { 'content-type': contentType }) },
      body,
    });
    return { kind: 'succeeded', output: null };
  },
});

function readStatus(value: Json): number {
  const status = typeof value === 'string' ? Number(value) : value;
  if (typeof status === 'number' && Number.isInteger(status) && status >= 200 && status <= 599) return status;
  throw new StepFailure('CONFIG_INVALID', `status must be a whole number from 200 to 599, not ${asText(value)}`);
}

function readHeaders(given: Json | undefined): Record<string, string> {
  const headers: Record<string, string> = {};
  if (given === undefined || given === null) return headers;
  if (!isJsonObject(given)) throw new StepFailure('CONFIG_INVALID', 'headers must be an object');
  for (const [name, value] of Object.entries(given)) {
    const refused = refusedHeader(name);
    if (refused !== null) throw new StepFailure('CONFIG_INVALID', refused);
    const text = asText(value);
    requireHeaderText(name, text);
    const refusedAs = refusedValue(name, text);
    if (refusedAs !== null) throw new StepFailure('CONFIG_INVALID', refusedAs);
    headers[name.toLowerCase()] = text;
  }
  return headers;
}

function requireHeaderText(name: string, text: string): void {
  if (CONTROL.test(text))
    throw new StepFailure('CONFIG_INVALID', `The header ${name} must not contain a line break or a control character`);
  if (!ASCII.test(text))
    throw new StepFailure(
      'CONFIG_INVALID',
      `The header ${name} must contain only ASCII. Percent-encode other characters or send them in the body`,
    );
}

function readBody(body: Json | undefined, status: number, maxBytes: number): SentResponse['body'] {
  if (body === undefined || WITHOUT_BODY.includes(status)) return { kind: 'none' };
  if (isFileValue(body)) return { kind: 'file', file: body as unknown as FileValue };
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  if (Buffer.byteLength(text) > maxBytes)
    throw new StepFailure('OUTPUT_TOO_LARGE', `The body has more than ${maxBytes} bytes. Send it as a file`);
  return { kind: 'text', text };
}

function typeOf(body: SentResponse['body'], given: Json | undefined): string | null {
  switch (body.kind) {
    case 'none':
      return null;
    case 'file':
      return body.file.contentType;
    case 'text':
      return typeof given === 'string' ? 'text/plain; charset=utf-8' : 'application/json; charset=utf-8';
  }
}
