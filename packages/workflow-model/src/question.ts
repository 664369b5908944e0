/** The ways to answer the question of a waiting component: a request of a system, or a decision of a person. */
export const QUESTION_KINDS = ['callback', 'approval'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** The functions that return a question's URL in templates and expressions. */
export const ADDRESS_FUNCTIONS = { callback: 'callbackUrl', approval: 'approvalUrl' } as const satisfies Record<
  QuestionKind,
  string
>;

/** A call of such a function, with the name of the component that asks. */
export interface AddressName {
  readonly kind: QuestionKind;
  readonly name: string;
}

/** Identifies a question. All fields exist before it is asked. */
export interface QuestionPlace {
  readonly sessionId: string;
  /** The run from which results count. A retry from the start begins another one; other retries do not. */
  readonly run: number;
  readonly componentId: string;
  readonly iteration: number;
}
