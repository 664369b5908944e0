import type { AskedField, JsonObject, QuestionKind, QuestionPlace } from '@workflow/workflow-model';

/** What a component asks, as it is stored. Texts that are shown are masked. */
export type NewQuestion = {
  fields: AskedField[];
  timeoutSeconds: number;
} & (
  | {
      kind: 'callback';
      /** What the one who answers is answered. */
      reply: QuestionReply | null;
    }
  | {
      kind: 'approval';
      title: string;
      message: string;
      choices: string[];
      /** Only a member of the organization may decide. */
      signedInOnly: boolean;
      /** E-mail addresses of the members who may; empty: any. */
      approvers: string[];
      /** null: no reminder. */
      remindAfterSeconds: number | null;
    }
);

export interface QuestionReply {
  /** A text, or JSON. */
  text: string;
  isJson: boolean;
}

/** How far a question is, to the component that asked it. */
export type QuestionState =
  | { kind: 'open'; until: Date }
  /** `decision`: of an approval; null: of a callback. */
  | { kind: 'answered'; answer: JsonObject; decision: MadeDecision | null }
  | { kind: 'timed-out' };

/** `EARLY`: answered before it was asked. */
export type QuestionStatus = 'EARLY' | 'OPEN' | 'ANSWERED' | 'TIMED_OUT';

/** What a decision tells beside the fields. */
export interface Decision {
  choice: string;
  comment: string | null;
  by: string | null;
}

/** With PostgreSQL's time. */
export interface MadeDecision extends Decision {
  at: Date;
}

/** What an answer and a reply are sealed for: they open nowhere else. */
export function sealedAs({ sessionId, run, componentId, iteration }: QuestionPlace): `question ${string}` {
  return `question ${sessionId} ${run} ${componentId} ${iteration}`;
}

/** SQL: the question `q` of the place that the first four parameters name. */
export const IN_PLACE = 'q.session_id = $1 AND q.run = $2 AND q.component_id = $3 AND q.iteration = $4';

export function placeValues({ sessionId, run, componentId, iteration }: QuestionPlace): (string | number)[] {
  return [sessionId, run, componentId, iteration];
}

export function storedKind(kind: QuestionKind): string {
  return kind.toUpperCase();
}
