import type { JsonObject, QuestionPlace } from '@workflow/workflow-model';
import { timeOrderedId } from '../ids/time-ordered-id.ts';
import { operationsOn } from '../postgres/operations-on.ts';
import type { Sql } from '../postgres/sql.ts';
import type { Audit } from '../organization/audit-entry.ts';
import { readAddressKey } from '../sealing/address-key.ts';
import type { SecretsKeys } from '../sealing/secret-sealing.ts';
import type { SensitiveSeals } from '../sealing/sensitive-seals.ts';
import type { Fence } from '../execution/claim-sessions.ts';
import { askQuestion, forgetQuestion, lookAtQuestion, type AskingStep } from './ask-question.ts';
import { decideQuestion, storeEarlyAnswer } from './decide-question.ts';
import { findApproval, findPlaceOfApproval } from './find-approval.ts';
import { findQuestion, readDefinitionOfQuestion, readPortsTaken } from './find-question.ts';
import { listApprovals } from './list-approvals.ts';
import { openQuestionAddresses } from './question-addresses.ts';
import { sealedAs, type Decision, type NewQuestion } from './question.ts';

export type Questions = ReturnType<typeof openQuestions>;

/** Opens the questions of waiting components: their URLs, and the answers of people and programs. */
export function openQuestions(sql: Sql, seals: SensitiveSeals, keys: SecretsKeys) {
  const on = operationsOn(sql);
  function sealed(organizationId: string, place: QuestionPlace, answer: JsonObject) {
    return seals.seal(organizationId, sealedAs(place), { value: answer, sensitive: [] });
  }
  return {
    addresses: openQuestionAddresses(() => readAddressKey(sql, keys)),
    /** Asks a question, unless it was asked before. Returns null if the claim is lost. */
    ask: (fence: Fence, step: AskingStep, question: NewQuestion) => askQuestion(sql, seals, fence, step, question),
    /** Returns the state of a question, or null if it was never asked. */
    look: (step: AskingStep) => lookAtQuestion(sql, seals, step),
    forget: on(forgetQuestion),
    find: (place: QuestionPlace) => findQuestion(sql, seals, place),
    findApproval: on(findApproval),
    findPlaceOfApproval: on(findPlaceOfApproval),
    listApprovals: on(listApprovals),
    readDefinition: on(readDefinitionOfQuestion),
    readPortsTaken: on(readPortsTaken),
    /**
     * Returns false if another answer, the timeout or the session's end was first.
     * @param audit the entry of the audit log that is written with the answer
     */
    answer: async (
      organizationId: string,
      place: QuestionPlace,
      answer: JsonObject,
      { decision, audit }: { decision: Decision | null; audit: Audit | null },
    ) =>
      decideQuestion(sql, place, {
        status: 'ANSWERED',
        answer: await sealed(organizationId, place, answer),
        decision,
        organizationId,
        audit,
      }),
    /**
     * Stores an answer to a question that was not asked yet. Returns false as `answer` does, or if it was asked in the
     * meantime.
     */
    storeEarly: async (organizationId: string, place: QuestionPlace, answer: JsonObject) =>
      storeEarlyAnswer(sql, place, timeOrderedId(), await sealed(organizationId, place, answer)),
  };
}
