/** The kinds of requests to executors. */
type RequestKind = 'credential-test';

export interface ExecutorRequest {
  organizationId: string;
  kind: RequestKind;
  /** The id of the subject. */
  subject: string;
}

/** A request that an executor has taken. */
export interface TakenRequest extends ExecutorRequest {
  id: string;
  /** Milliseconds until nobody waits for the answer any more. */
  leftMs: number;
}
