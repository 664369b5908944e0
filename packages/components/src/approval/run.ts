import { readAskedFields } from '@workflow/component-kit';
import {
  defineRunner,
  sendNotification,
  StepFailure,
  type QuestionState,
  type StepResult,
} from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

const MAX_TITLE = 500;
const MAX_MESSAGE = 20_000;

/** Waits without using a slot of the executor. Ingress receives and checks the decision, and wakes the session. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { title, message, choices, timeoutSeconds, signedInOnly, approvers, remindAfterSeconds, notify } =
      context.config;
    refuseLonger('title', title, MAX_TITLE);
    refuseLonger('message', message, MAX_MESSAGE);
    const input = {
      title,
      message,
      choices,
      timeoutSeconds,
      ...(signedInOnly && { signedInOnly }),
      ...(approvers.length > 0 && { approvers }),
    };
    context.recordInput(input);
    if (notify !== undefined)
      await sendNotification(
        context,
        notify,
        { kind: 'approval', subject: title, text: message === '' ? title : message },
        input,
      );
    const state = await context.questions.ask({
      kind: 'approval',
      title,
      message,
      choices,
      fields: readAskedFields(context.config.fields),
      timeoutSeconds,
      signedInOnly,
      approvers: approvers.map((approver) => approver.toLowerCase()),
      remindAfterSeconds: remindAfterSeconds ?? null,
    });
    return proceed(state);
  },
  resume: async (context) => proceed(await context.questions.look()),
});

function refuseLonger(name: string, text: string, limit: number): void {
  if (text.length > limit)
    throw new StepFailure('OUTPUT_TOO_LARGE', `${name} has ${text.length} characters. The limit is ${limit}`);
}

function proceed(state: QuestionState): StepResult {
  switch (state.kind) {
    case 'open':
      return { kind: 'waiting', until: state.until, forAnswer: 'approval' };
    case 'timed-out':
      return { kind: 'succeeded', output: null, port: 'timeout' };
    case 'answered': {
      const { choice = '', comment = null, by = null, at = new Date(0) } = state.decision ?? {};
      const decided = { choice, comment: comment ?? '', by: by ?? '', at: at.toISOString() };
      return { kind: 'succeeded', output: { ...decided, ...state.answer }, port: choice };
    }
  }
}
