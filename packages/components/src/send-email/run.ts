import {
  defineRunner,
  mailAddress,
  mailAddresses,
  mailBody,
  mailHeader,
  messageIdOf,
  StepFailure,
  type Json,
  type MailAddress,
  type MailServer,
} from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';
import { readAttachments } from './read-attachments.ts';

const MAX_RECIPIENTS = 100;

/**
 * Sends an e-mail. Its Message-ID is the key of the step and the same on every try, so that others can recognize
 * repetitions.
 */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { config } = context;
    const { to, cc = [], bcc = [], replyTo = [], text, html, attachments = [] } = config;
    const subject = mailHeader(config.subject);
    const input = {
      ...{ from: config.from, to, cc, bcc, replyTo, subject },
      ...{ ...(text !== undefined && { text }), ...(html !== undefined && { html }), attachments },
    };
    context.recordInput(input);
    const recipients = { to: mailAddresses(to, 'to'), cc: mailAddresses(cc, 'cc'), bcc: mailAddresses(bcc, 'bcc') };
    requireRecipients(recipients);
    const from = mailAddress(config.from, 'from');
    const messageId = messageIdOf(context.idempotencyKey, from);
    const message = {
      ...{ messageId, from, ...recipients, replyTo: mailAddresses(replyTo, 'replyTo'), subject },
      ...{ text: text === undefined ? text : mailBody(text), html: html === undefined ? html : mailBody(html) },
      attachments: await readAttachments(attachments as Json[], context.files),
    };
    const server = (await context.openCredential<MailServer>('credential')) as MailServer;
    await context.beginEffect(input);
    const { accepted } = await server.send(message, context.signal);
    return { kind: 'succeeded', output: { messageId, accepted } };
  },
});

function requireRecipients({ to, cc, bcc }: Record<'to' | 'cc' | 'bcc', MailAddress[]>): void {
  const count = to.length + cc.length + bcc.length;
  if (count === 0) throw new StepFailure('CONFIG_INVALID', 'to, cc and bcc are all empty');
  if (count > MAX_RECIPIENTS)
    throw new StepFailure('CONFIG_INVALID', `to, cc and bcc have ${count} recipients. The limit is ${MAX_RECIPIENTS}`);
}
