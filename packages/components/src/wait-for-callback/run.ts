import { readFields } from '@workflow/component-kit';
import {
  checkParsedFields,
  defineRunner,
  sendNotification,
  StepFailure,
  valueOrFailure,
  type Field,
  type JsonObject,
  type QuestionState,
  type StepContext,
  type StepResult,
} from '@workflow/component-kit/run';
import { descriptor } from './descriptor.ts';

/** The maximum length of a response as JSON. */
const MAX_RESPONSE = 65_536;
const OCCASION = {
  kind: 'callback',
  subject: 'A workflow waits for a call',
  text: 'Send a POST request to this URL to continue:',
} as const;

/** Waits without using a slot of the executor. Ingress receives and checks the call, and wakes the session. */
export const runner = defineRunner(descriptor, {
  async run(context) {
    const { timeoutSeconds, respond, notify } = context.config;
    const fields = readFields(context.config.fields);
    const size = JSON.stringify(respond ?? null).length;
    if (size > MAX_RESPONSE)
      throw new StepFailure('OUTPUT_TOO_LARGE', `respond has ${size} characters. The limit is ${MAX_RESPONSE}`);
    const input = { timeoutSeconds, ...(respond !== undefined && { respond }) };
    context.recordInput(input);
    if (notify !== undefined) await sendNotification(context, notify, OCCASION, input);
    const state = await context.questions.ask({ kind: 'callback', fields, timeoutSeconds, reply: respond });
    return state.kind === 'answered' ? takeEarly(context, fields, state.answer) : proceed(state);
  },
  resume: async (context) => proceed(await context.questions.look()),
});

function proceed(state: QuestionState): StepResult {
  switch (state.kind) {
    case 'open':
      return { kind: 'waiting', until: state.until, forAnswer: 'callback' };
    case 'timed-out':
      return { kind: 'succeeded', output: null, port: 'timeout' };
    case 'answered':
      return { kind: 'succeeded', output: state.answer };
  }
}

/**
 * Processes an answer that was stored before the session reached the component. Its fields were checked when it was
 * sent, but a retry at that moment may have moved the session to a version with other fields. Its sender got 202, so a
 * wrong field fails the step.
 */
async function takeEarly(context: StepContext, fields: Field[], answer: JsonObject): Promise<StepResult> {
  const checked = checkParsedFields(answer, fields);
  if (!checked.ok) await context.questions.forget();
  return { kind: 'succeeded', output: valueOrFailure(checked) };
}
