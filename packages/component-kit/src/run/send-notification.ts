import { readHttpUrl, requireSignInHost, type SignIn } from '@workflow/outbound';
import { asText, StepFailure, type Json, type JsonObject, type QuestionKind } from '@workflow/workflow-model';
import { messageIdOf } from './message-id.ts';
import type { MailServer } from './opened/mail-server.ts';
import { mailAddress, mailAddresses } from '@workflow/placeholder-values';
import type { StepContext } from './run-context.ts';
import { statusFailure } from './status-failure.ts';

/** The config of a notification (`notifySchema`) with resolved templates. */
export interface Notification {
  by: 'email' | 'http';
  credential?: string;
  from?: string;
  to?: Json[];
  subject?: string;
  text?: string;
  url?: Json;
  httpCredential?: string;
}

/** The question that a notification is about, and its texts if the author wrote none. */
interface Occasion {
  kind: QuestionKind;
  subject: string;
  text: string;
}

/** Matches control characters and line ends in a header, which become spaces. */
const CONTROLS = /[\p{Cc}\u2028\u2029]+/gu;

/**
 * Sends the URL of the component's question, with the same identity in every attempt, so that the receiver can detect a
 * repetition. Records it in the input of the step.
 * @param input the other fields of the step's input
 * @throws StepFailure of the mail server or of the request; HTTP_STATUS for a refusal
 */
export async function sendNotification(
  context: StepContext,
  notification: Notification,
  { kind, subject, text }: Occasion,
  input: JsonObject,
): Promise<void> {
  const url = await context.questions.url(kind);
  const written = notification.text?.trim() ? notification.text : text;
  const words = {
    subject: (notification.subject?.trim() || subject).replaceAll(CONTROLS, ' ').trim(),
    text: written.includes(url) ? written : `${written}\n\n${url}`.trim(),
    url,
  };
  const send =
    notification.by === 'email' ? mailOf(context, notification, words) : requestOf(context, notification, words);
  const { by, from, to, url: address } = notification;
  const recorded = by === 'email' ? { by, from, to, subject: words.subject } : { by, url: address };
  await context.beginEffect({ ...input, notify: { ...recorded, text: words.text } as JsonObject });
  // Another branch may have ended the session since the commit.
  context.signal.throwIfAborted();
  await send();
}

interface Words {
  subject: string;
  text: string;
  url: string;
}

function mailOf(context: StepContext, { from = '', to = [] }: Notification, { subject, text }: Words) {
  const sender = mailAddress(from, 'notify.from');
  const recipients = mailAddresses(to, 'notify.to');
  if (recipients.length === 0) throw new StepFailure('CONFIG_INVALID', 'notify.to is empty');
  return async (): Promise<void> => {
    const server = await context.openCredential<MailServer>('notify/credential');
    if (server === null) throw new StepFailure('CONFIG_INVALID', 'notify.credential is required for an e-mail');
    const messageId = messageIdOf(context.idempotencyKey, sender);
    const none = { cc: [], bcc: [], replyTo: [], attachments: [] };
    await server.send({ messageId, from: sender, to: recipients, subject, text, ...none }, context.signal);
  };
}

function requestOf(context: StepContext, { url: address = '' }: Notification, { text, url }: Words) {
  const to = readHttpUrl(asText(address));
  return async (): Promise<void> => {
    const call = {
      method: 'POST',
      url: to,
      headers: {
        'accept-encoding': 'identity',
        'user-agent': 'workflow-automation',
        accept: '*/*',
        'content-type': 'application/json',
        'idempotency-key': context.idempotencyKey,
      },
      body: JSON.stringify({ text, url }),
      signIn: await context.openCredential<SignIn>('notify/httpCredential'),
    };
    requireSignInHost(call);
    const answer = await context.http.send(call);
    if (answer.status < 400) return;
    const message = `The notification got the status ${answer.status} from ${to.host}`;
    throw statusFailure(answer, message, context.now());
  };
}
