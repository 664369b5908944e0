/** A problem that the user can fix. It states the problem and the solution, and no stack trace is shown. */
export class StackError extends Error {
  override name = 'StackError';
  readonly advice: string;

  constructor(message: string, advice: string) {
    super(message);
    this.advice = advice;
  }
}
