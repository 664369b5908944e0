import { Socket } from 'node:net';
import type { StoredConfig } from '@workflow/component-kit';
import { StepFailure } from '@workflow/component-kit/run';
import { LibraryUse } from '@workflow/outbound/library-use';
import { createTransport, type SendMailOptions } from 'nodemailer';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { servernameOf } from '../connections.ts';
import type { descriptor } from './descriptor.ts';

export type SmtpFields = StoredConfig<typeof descriptor.schema>;

interface Mail {
  message: {
    getEnvelope(): { from: string | false; to: string[] };
    createReadStream(): NodeJS.ReadableStream;
  };
}

/** The bytes that a server may send for one mail. Its replies have a few kilobytes. */
const MAX_RECEIVED_BYTES = 1_048_576;
/** The lines that may wait to be processed. The library stores empty ones without a limit. */
const MAX_WAITING_LINES = 1_000;
/** The interval at which both are checked. */
const CHECK_MS = 10;

/** Members of the library's connection that its types leave out. */
interface Internals {
  _responseQueue: string[];
  _supportedExtensions: string[];
  allowsAuth?: boolean;
}

/** One connection to a mail server, for one mail. */
export class SmtpClient {
  readonly #fields: SmtpFields;
  readonly #use: LibraryUse;
  readonly #socket = new Socket();
  readonly #connection: SMTPConnection;
  readonly #failed = Promise.withResolvers<never>();

  /** @param address is connected to by `signIn` */
  constructor(fields: SmtpFields, address: string) {
    const { host, port, tls } = fields;
    this.#fields = fields;
    this.#use = new LibraryUse('nodemailer', () => this.close());
    this.#connection = new SMTPConnection({
      host: address,
      port,
      socket: this.#socket,
      secure: tls === 'implicit',
      requireTLS: tls === 'starttls',
      ignoreTLS: tls === 'none',
      tls: servernameOf(host),
    });
    this.#failed.promise.catch(() => undefined);
    this.#connection.on('error', this.#failed.reject);
    this.#connection.on('end', () => this.#failed.reject(new Error('the server closed the connection')));
  }

  /** Connects, and signs in if the server offers it. Rejects with the library's error. */
  async signIn(): Promise<void> {
    const { user, password } = this.#fields;
    await this.#ask((done) => this.#connection.connect(done));
    if (!this.#internals.allowsAuth) return;
    // RFC 5321 needs no sign-in: relays within a company know their clients by address.
    if (user === undefined) return;
    const credentials = { user, pass: password ?? '' };
    await this.#ask((done) => this.#connection.login({ type: 'LOGIN', credentials }, done));
  }

  /** Sends one mail after signing in. Returns the recipients that the server accepted. */
  async send(message: SendMailOptions): Promise<string[]> {
    const transport = {
      name: 'one connection',
      version: '1',
      send: (mail: unknown, done: (error: Error | null, info: unknown) => void) => {
        const { message: composed } = mail as Mail;
        const envelope = composed.getEnvelope();
        this.#requireUtf8(envelope);
        this.#connection.send(envelope, composed.createReadStream() as never, done);
      },
    };
    // Attachments are passed as bytes, so the library must not read files or fetch URLs.
    const closed = { disableFileAccess: true, disableUrlAccess: true };
    const sent = await this.#within(() => createTransport(transport).sendMail({ ...message, ...closed }));
    return ((sent as { accepted?: unknown[] }).accepted ?? []).map(String);
  }

  /** Ends the connection immediately. */
  close(): void {
    this.#connection.close();
    this.#socket.destroy();
    // The library would process the lines after the end of the connection.
    this.#internals._responseQueue = [];
  }

  get #internals(): Internals {
    return this.#connection as unknown as Internals;
  }

  /** Refuses an address beyond ASCII if the server lacks the extension (RFC 6531 §3.2). */
  #requireUtf8({ from, to }: ReturnType<Mail['message']['getEnvelope']>): void {
    const { _supportedExtensions: extensions } = this.#internals;
    const beyondAscii = [from === false ? '' : from, ...to].find((address) => /[^\p{ASCII}]/u.test(address));
    if (beyondAscii === undefined || extensions.includes('SMTPUTF8')) return;
    const why = `the mail server does not support SMTPUTF8, which the address ${beyondAscii} needs`;
    throw new StepFailure('MAIL_REFUSED', why);
  }

  #ask(work: (done: (error?: unknown) => void) => void): Promise<void> {
    return this.#within(
      () => new Promise((resolve, reject) => work((error) => (error instanceof Error ? reject(error) : resolve()))),
    );
  }

  /** Runs `work` until the connection fails, because the library reports some failures on the connection only. */
  async #within<Result>(work: () => Promise<Result>): Promise<Result> {
    const timer = setInterval(() => this.#requireFewReplies(), CHECK_MS);
    try {
      return await this.#use.call(() => Promise.race([work(), this.#failed.promise]));
    } finally {
      clearInterval(timer);
    }
  }

  #requireFewReplies(): void {
    const isLong = this.#socket.bytesRead > MAX_RECEIVED_BYTES;
    if (!isLong && this.#internals._responseQueue.length <= MAX_WAITING_LINES) return;
    const what = isLong ? `${MAX_RECEIVED_BYTES} bytes` : `${MAX_WAITING_LINES} lines without being asked`;
    this.#failed.reject(new Error(`it sent more than ${what}`));
    this.close();
  }
}
