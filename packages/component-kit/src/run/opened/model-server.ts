/** The interface of an opened model credential. Run code sends the requests. */
export interface ModelServer {
  /** The API of the server: OpenAI's Responses, OpenAI's Chat Completions, or Anthropic's Messages. */
  readonly api: 'responses' | 'chat-completions' | 'messages';
  /** The URL before `/responses`, `/chat/completions` or `/messages`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** The organization to which OpenAI charges the requests, for a key that belongs to several. */
  readonly organization?: string | undefined;
}

/** The numbers of tokens of an answer. */
export interface ModelUsage {
  /** All tokens of the question, cached ones included. */
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly totalTokens: number;
  /** The tokens of the question that the server read from its cache. */
  readonly cachedInputTokens: number;
}

/** The monthly model tokens of an organization: its limit and its use. */
export interface ModelTokens {
  /**
   * Checks that tokens remain.
   * @throws StepFailure MODEL_QUOTA if the monthly tokens are used up
   */
  requireSome(): Promise<void>;
  /** Counts used tokens, whatever the outcome of the step. */
  count(usage: ModelUsage): Promise<void>;
}
