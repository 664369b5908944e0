import type { ComponentHttp, StepContext } from '@workflow/component-kit/run';

/** The parts of a step's context with which an operation is called. */
export interface CallContext extends Pick<
  StepContext,
  'allowRetry' | 'files' | 'idempotencyKey' | 'mayHaveHappened' | 'now' | 'signal'
> {
  readonly http: ComponentHttp;
  /** Commits that the call begins. It is awaited before anything is sent that can have an effect. */
  begin(): Promise<void>;
}
