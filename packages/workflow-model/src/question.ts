/** How the question of a waiting component is answered: by a system's request, or by a person's decision. */
export const QUESTION_KINDS = ['callback', 'approval'] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

/** The function that gives a question's address in templates and expressions. */
export const ADDRESS_FUNCTIONS = { callback: 'callbackUrl', approval: 'approvalUrl' } as const satisfies Record<
  QuestionKind,
  string
>;

/** A call of such a function: the component that asks is named. */
export interface AddressName {
  readonly kind: QuestionKind;
  readonly name: string;
}

/** What a question is known by, from before it is asked. */
export interface QuestionPlace {
  readonly sessionId: string;
  /** The run from which on results count: a retry from the start begins another one, other retries do not. */
  readonly run: number;
  readonly componentId: string;
  readonly iteration: number;
}
