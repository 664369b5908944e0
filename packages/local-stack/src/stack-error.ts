/** A problem that the user can fix: what is wrong, and what to do. No stack trace is shown. */
export class StackError extends Error {
  override name = 'StackError';
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}
