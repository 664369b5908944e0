import type { Question, Questions, QuestionState } from '@workflow/component-kit/run';
import type { AskingStep, NewQuestion, QuestionReply } from '@workflow/session-store';
import {
  StepFailure,
  type AddressName,
  type Json,
  type QuestionKind,
  type QuestionPlace,
} from '@workflow/workflow-model';
import { ITERATION } from './step-records.ts';
import type { FromStore, WalkResources } from './walk-resources.ts';
import { toStorableJson } from './storable-json.ts';

/** A step that asks, or one of its parts. */
interface Asking {
  componentId: string;
  iteration: number;
}

/** Returns the question of a step of a claimed session. */
export function questionsOf(shared: WalkResources, asking: Asking, fromStore: FromStore): Questions {
  const { questions } = shared.deps;
  const { organizationId, run } = shared.session;
  const step: AskingStep = { ...placeOf(shared, asking), organizationId, sessionRun: run };
  async function stateOf(operation: () => Promise<QuestionState | null>): Promise<QuestionState> {
    const state = await fromStore(operation);
    if (state !== null) return state;
    // A lost fence aborts the session before this error is reported.
    throw new StepFailure(
      'INTERNAL_ERROR',
      'The question does not exist, or the executor lost its claim on the session',
    );
  }
  return {
    url: (kind) => fromStore(() => urlOf(shared, kind, asking)),
    ask: (question) => stateOf(() => questions.ask(shared.fence, step, storedQuestion(shared, question))),
    look: () => stateOf(() => questions.look(step)),
    forget: () => fromStore(() => questions.forget(step)),
  };
}

/**
 * Returns the URL at which the question of a component is answered. It is the same in every attempt. It counts as
 * sensitive: later components and children can read it, and it is masked in records.
 * @throws StepFailure if no component, or more than one, asks under that name
 */
export async function addressOf(shared: WalkResources, { kind, name }: AddressName): Promise<string> {
  const componentId = shared.workflow.askers.get(`${kind} ${name}`);
  if (componentId === undefined) throw new StepFailure('CONFIG_INVALID', `There is no ${kind} component named ${name}`);
  if (componentId === null) throw new StepFailure('CONFIG_INVALID', `Two ${kind} components are named ${name}`);
  return urlOf(shared, kind, { componentId, iteration: ITERATION });
}

async function urlOf(shared: WalkResources, kind: QuestionKind, asking: Asking): Promise<string> {
  const { url, token } = await shared.deps.addressOfQuestion(kind, placeOf(shared, asking));
  // Everyone who has the URL may answer.
  shared.sensitive.addText(token);
  return url;
}

function placeOf({ session }: WalkResources, asking: Asking): QuestionPlace {
  return { sessionId: session.id, run: session.resumeFromRun, ...asking };
}

/**
 * Returns the question in the form in which it is stored. The text for people is masked, and the reply to the person
 * who answers is sealed.
 */
function storedQuestion({ secrets, sensitive, deps }: WalkResources, question: Question): NewQuestion {
  if (question.kind === 'callback') return { ...question, reply: replyOf(question.reply) };
  const mask = sensitive.maskWith(secrets.mask);
  const shown = toStorableJson([question.title, question.message], deps.limits.maxOutputBytes, mask);
  if (shown.kind !== 'storable') throw new StepFailure('OUTPUT_TOO_LARGE', 'The title and the message are too long');
  const [title = '', message = ''] = shown.value as string[];
  return { ...question, title, message };
}

function replyOf(reply: Json | undefined): QuestionReply | null {
  if (reply === undefined) return null;
  return typeof reply === 'string' ? { text: reply, isJson: false } : { text: JSON.stringify(reply), isJson: true };
}
