import type { ComponentHttp, StepContext } from '@workflow/component-kit/run';

/** The fields of a step's context that a call of an operation needs. */
export interface CallContext extends Pick<
  StepContext,
  'allowRetry' | 'files' | 'idempotencyKey' | 'mayHaveHappened' | 'now' | 'signal'
> {
  readonly http: ComponentHttp;
  /** Commits that the call begins. Await it before sending anything that can have an effect. */
  begin(): Promise<void>;
}
