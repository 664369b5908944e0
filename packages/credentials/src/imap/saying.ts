import { StepFailure } from '@workflow/component-kit/run';

/** What the library says of a failure, beside its message. */
interface ImapFailure {
  message: string;
  /** Of OpenSSL and Node.js, where the connection failed. */
  code?: string;
  authenticationFailed?: boolean;
  mailboxMissing?: boolean;
  /** What the server said. */
  responseText?: string;
}

/** Asks the server of one connection, as `saying` does. */
export type AskServer = <Result>(work: () => Result | Promise<Result>, folder?: string) => Promise<Result>;

/** Such as SELF_SIGNED_CERT_IN_CHAIN, CERT_HAS_EXPIRED and ERR_TLS_CERT_ALTNAME_INVALID. */
const CERTIFICATE_CODES = /CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE/;

/**
 * Asks a server for something.
 * @param folder is opened by it
 * @throws StepFailure that says what the server said
 */
export async function saying<Result>(ask: () => Promise<Result>, folder?: string): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof StepFailure) throw error;
    const { message, code = '', authenticationFailed, mailboxMissing, responseText } = error as ImapFailure;
    const said = responseText ?? message;
    if (authenticationFailed === true)
      throw new StepFailure('CREDENTIAL_REFUSED', `the mail server refused to sign in: ${said}`);
    if (CERTIFICATE_CODES.test(code))
      throw new StepFailure('MAIL_FAILED', `the certificate of the mail server is not trusted: ${said}`);
    const isMissing = folder !== undefined && (mailboxMissing === true || responseText !== undefined);
    if (isMissing) throw new StepFailure('CONFIG_INVALID', `the folder ${folder} cannot be opened: ${said}`);
    throw new StepFailure('MAIL_FAILED', `the mail server: ${said}`);
  }
}
