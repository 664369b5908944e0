import type { AskedField, JsonObject, QuestionPlace } from '@workflow/workflow-model';

/** A question of a component, as it is stored. Shown texts are masked. */
export type NewQuestion = {
  fields: AskedField[];
  timeoutSeconds: number;
} & (
  | {
      kind: 'callback';
      /** The response to the person or program that answers. */
      reply: QuestionReply | null;
    }
  | {
      kind: 'approval';
      title: string;
      message: string;
      choices: string[];
      /** Only members of the organization may decide. */
      signedInOnly: boolean;
      /** E-mail addresses of the members who may decide; empty: any member. */
      approvers: string[];
      /** Null for no reminder. */
      remindAfterSeconds: number | null;
    }
);

export interface QuestionReply {
  /** A text, or JSON. */
  text: string;
  isJson: boolean;
}

/** The state of a question for the component that asked it. */
export type QuestionState =
  | { kind: 'open'; until: Date }
  /** `decision` is set for an approval; null for a callback. */
  | { kind: 'answered'; answer: JsonObject; decision: MadeDecision | null }
  | { kind: 'timed-out' };

/** `EARLY`: answered before it was asked. */
export type QuestionStatus = 'EARLY' | 'OPEN' | 'ANSWERED' | 'TIMED_OUT';

/** The data of a decision in addition to the fields. */
export interface Decision {
  choice: string;
  comment: string | null;
  by: string | null;
}

/** A decision with PostgreSQL's time. */
export interface MadeDecision extends Decision {
  at: Date;
}

/** Returns the place for which an answer and a reply are sealed. They open nowhere else. */
export function sealedAs({ sessionId, run, componentId, iteration }: QuestionPlace): `question ${string}` {
  return `question ${sessionId} ${run} ${componentId} ${iteration}`;
}

/** SQL: the question `q` is the one that the parameters of `QuestionPlace` identify. */
export const IN_PLACE =
  'q.session_id = $sessionId AND q.run = $run AND q.component_id = $componentId AND q.iteration = $iteration';
