import type { AskedField, Json, JsonObject, QuestionKind } from '@workflow/workflow-model';

/**
 * A question of a component to people or systems. The URL for the answer exists before the question and depends on the
 * component's name.
 */
export type Question = {
  /** The fields of an answer. */
  fields: AskedField[];
  /** The timeout, counted from the moment of asking by the clock of PostgreSQL. */
  timeoutSeconds: number;
} & (
  | {
      kind: 'callback';
      /** The response to the person or program that answers; undefined for none. */
      reply: Json | undefined;
    }
  | {
      kind: 'approval';
      title: string;
      message: string;
      choices: string[];
      /** True if only members of the organization can decide. */
      signedInOnly: boolean;
      /** The e-mail addresses of the members who can decide; empty for no restriction. */
      approvers: string[];
      /** The interval of reminders. Null for no reminders. */
      remindAfterSeconds: number | null;
    }
);

/** The decision of a person, without the fields. */
export interface Decision {
  choice: string;
  /** The comment, or null. */
  comment: string | null;
  /** The account, the API key, or the name that a person entered. Null for none. */
  by: string | null;
  at: Date;
}

/** The state of a question. */
export type QuestionState =
  | { kind: 'open'; until: Date }
  /** `decision` is set for an approval, and null for a callback. */
  | { kind: 'answered'; answer: JsonObject; decision: Decision | null }
  | { kind: 'timed-out' };

/** The question of a component, which is answered once. */
export interface Questions {
  /** Returns the URL at which it is answered, also before it is asked. It is masked in all later records. */
  url(kind: QuestionKind): Promise<string>;
  /**
   * Asks the question unless an earlier attempt did. An answer that arrived before the question is returned unchecked.
   */
  ask(question: Question): Promise<QuestionState>;
  /** Returns the current state. */
  look(): Promise<QuestionState>;
  /** Deletes an invalid answer, so that a retry asks again. */
  forget(): Promise<void>;
}
