/** What executors are asked. */
type RequestKind = 'credential-test';

export interface ExecutorRequest {
  organizationId: string;
  kind: RequestKind;
  /** The id of what it is about. */
  subject: string;
}

/** A request in the hands of an executor. */
export interface TakenRequest extends ExecutorRequest {
  id: string;
  /** Milliseconds until nobody waits for the answer any more. */
  leftMs: number;
}
