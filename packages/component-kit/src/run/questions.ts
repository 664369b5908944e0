import type { AskedField, Json, JsonObject } from '@workflow/workflow-model';

/** What a component asks the outside. Its address is known before, by the name of the component. */
export type Question = {
  /** What an answer must have. */
  fields: AskedField[];
  /** Counts from the moment at which it is asked, by PostgreSQL's clock. */
  timeoutSeconds: number;
} & (
  | {
      kind: 'callback';
      /** What the one who answers is answered; undefined: nothing. */
      reply: Json | undefined;
    }
  | {
      kind: 'approval';
      title: string;
      message: string;
      choices: string[];
      /** Only a member of the organization may decide. */
      signedInOnly: boolean;
      /** E-mail addresses of the members who may decide; empty: any. */
      approvers: string[];
      /** null: nobody is reminded. */
      remindAfterSeconds: number | null;
    }
);

/** What a person decided, beside the fields. */
export interface Decision {
  choice: string;
  /** null: none was given. */
  comment: string | null;
  /** The account, the API key, or the name that somebody gave; null: nobody said. */
  by: string | null;
  at: Date;
}

/** How far a question is. */
export type QuestionState =
  | { kind: 'open'; until: Date }
  /** `decision`: of an approval; null: of a callback. */
  | { kind: 'answered'; answer: JsonObject; decision: Decision | null }
  | { kind: 'timed-out' };

/** The question of a component, answered once. */
export interface Questions {
  /** Asks, unless an earlier try did. An answer that came before that is taken, and was not checked yet. */
  ask(question: Question): Promise<QuestionState>;
  /** What became of it. */
  look(): Promise<QuestionState>;
  /** Forgets an answer that cannot be taken, so that a retry asks anew. */
  forget(): Promise<void>;
}
