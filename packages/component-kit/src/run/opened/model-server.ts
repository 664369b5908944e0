/** What a credential of models gives to run code, which sends the requests. */
export interface ModelServer {
  readonly api: 'openai' | 'anthropic';
  /** Up to `/chat/completions` or `/messages`. */
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** Tokens that an answer took. */
export interface ModelUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
}

/** The tokens of models that an organization may use in a month, and has used. */
export interface ModelTokens {
  /** @throws StepFailure MODEL_QUOTA when the month's tokens are used up */
  requireSome(): Promise<void>;
  /** Counts what was used, whatever becomes of the step. */
  count(usage: ModelUsage): Promise<void>;
}
