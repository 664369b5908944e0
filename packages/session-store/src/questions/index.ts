import type { JsonObject, QuestionPlace } from '@workflow/workflow-model';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import type { Sql } from '../postgres/sql.ts';
import { readAddressKey } from '../sealing/address-key.ts';
import type { SecretsKeys } from '../sealing/secret-sealing.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { Fence } from '../execution/claim-sessions.ts';
import { askQuestion, forgetQuestion, lookAtQuestion, type AskingStep } from './ask-question.ts';
import { decideQuestion, keepEarlyAnswer } from './decide-question.ts';
import { findQuestion, readWayTo, type FoundQuestion } from './find-question.ts';
import { openQuestionAddresses } from './question-addresses.ts';
import { sealedAs, type Decision, type NewQuestion } from './question.ts';

export type { FoundQuestion } from './find-question.ts';
export type { Decision, NewQuestion, QuestionReply, QuestionState } from './question.ts';
export type Questions = ReturnType<typeof openQuestions>;

/** Questions of waiting components: their addresses, and the answers that come from outside. */
export function openQuestions(sql: Sql, seals: SensitiveSeals, keys: SecretsKeys) {
  function sealed(organizationId: string, place: QuestionPlace, answer: JsonObject) {
    return seals.seal(organizationId, sealedAs(place), { value: answer, sensitive: [] });
  }
  return {
    addresses: openQuestionAddresses(() => readAddressKey(sql, keys)),
    /** Asks a question, unless it was asked before. null: the claim is lost. */
    ask: (fence: Fence, step: AskingStep, question: NewQuestion) => askQuestion(sql, seals, fence, step, question),
    /** What became of it; null: it was never asked. */
    look: (step: AskingStep) => lookAtQuestion(sql, seals, step),
    forget: (step: AskingStep) => forgetQuestion(sql, step),
    find: (place: QuestionPlace) => findQuestion(sql, seals, place),
    readWayTo: (question: FoundQuestion, run: number) => readWayTo(sql, question, run),
    /** false: another answer, the time-out or the session's end came first. */
    answer: async (organizationId: string, place: QuestionPlace, answer: JsonObject, decision: Decision | null) =>
      decideQuestion(sql, place, {
        status: 'ANSWERED',
        answer: await sealed(organizationId, place, answer),
        decision,
      }),
    /** Keeps what answers a question that was not asked yet. false: as `answer`, or it was asked meanwhile. */
    keepEarly: async (organizationId: string, place: QuestionPlace, answer: JsonObject) =>
      keepEarlyAnswer(sql, place, timeOrderedId(), await sealed(organizationId, place, answer)),
  };
}
