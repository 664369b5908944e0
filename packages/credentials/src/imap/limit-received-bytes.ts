import { StepFailure } from '@workflow/component-kit/run';
import type { ImapFlow } from 'imapflow';

/** The interval at which received bytes are counted. */
const CHECK_MS = 10;

/**
 * Runs a request, and closes the connection if the server sends more than `maxBytes` during it. The library limits the
 * size of a response, but not the number of responses, and stores the results of all of them.
 * @param work sends the request and returns its result
 * @throws StepFailure MAIL_FAILED if the limit was exceeded; otherwise the error of `work`
 */
export async function limitReceivedBytes<Result>(
  client: Pick<ImapFlow, 'stats' | 'close'>,
  maxBytes: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = client.stats().received;
  let hasExceeded = false;
  const timer = setInterval(() => {
    if (client.stats().received - before <= maxBytes) return;
    hasExceeded = true;
    clearInterval(timer);
    client.close();
  }, CHECK_MS);
  try {
    return await work();
  } catch (error) {
    if (!hasExceeded) throw error;
    throw new StepFailure('MAIL_FAILED', `the mail server sent more than ${maxBytes} bytes during one request`);
  } finally {
    clearInterval(timer);
  }
}
