/** The interface of an opened model credential. Run code sends the requests. */
export interface ModelServer {
  readonly api: 'openai' | 'anthropic';
  /** The URL before `/chat/completions` or `/messages`. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** The numbers of tokens of an answer. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
}

/** The monthly model tokens of an organization: its limit and its use. */
export interface ModelTokens {
  /** Checks that tokens are left. @throws StepFailure MODEL_QUOTA if the monthly tokens are used up */
  requireSome(): Promise<void>;
  /** Counts used tokens, whatever the outcome of the step. */
  count(usage: ModelUsage): Promise<void>;
}
