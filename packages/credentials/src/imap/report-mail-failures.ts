import { StepFailure } from '@workflow/component-kit/run';

/** The properties of the library's errors in addition to the message. */
interface ImapFailure {
  message: string;
  /** The code of OpenSSL or Node.js if the connection failed. */
  code?: string;
  authenticationFailed?: boolean;
  mailboxMissing?: boolean;
  /** The text of the server's response. */
  responseText?: string;
}

/** A request on one connection. */
interface AskOptions {
  /** The folder that the request opens. */
  folder?: string;
  /** The bytes of the text that the request reads. */
  readBytes?: number;
}

/** Sends a request on one connection, as `reportMailFailures` does. */
export type AskServer = <Result>(work: () => Result | Promise<Result>, options?: AskOptions) => Promise<Result>;

/** Matches codes such as SELF_SIGNED_CERT_IN_CHAIN, CERT_HAS_EXPIRED and ERR_TLS_CERT_ALTNAME_INVALID. */
const CERTIFICATE_CODES = /CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE/;

/**
 * Sends a request to a mail server, and turns its errors into failures of the step.
 * @param folder the folder that the request opens
 * @throws StepFailure with the server's message
 */
export async function reportMailFailures<Result>(ask: () => Promise<Result>, folder?: string): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof StepFailure) throw error;
    const { message, code = '', authenticationFailed, mailboxMissing, responseText } = error as ImapFailure;
    const reply = responseText ?? message;
    if (authenticationFailed === true)
      throw new StepFailure('CREDENTIAL_REFUSED', `the mail server refused to sign in: ${reply}`);
    if (CERTIFICATE_CODES.test(code))
      throw new StepFailure('MAIL_FAILED', `the certificate of the mail server is not trusted: ${reply}`);
    const isMissing = folder !== undefined && (mailboxMissing === true || responseText !== undefined);
    if (isMissing) throw new StepFailure('CONFIG_INVALID', `the folder ${folder} cannot be opened: ${reply}`);
    throw new StepFailure('MAIL_FAILED', `the mail server failed: ${reply}`);
  }
}
