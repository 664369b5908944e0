/** The kinds of requests to executors. */
type RequestKind = 'credential-test';

export interface ExecutorRequest {
  organizationId: string;
  kind: RequestKind;
  /** The id of the credential. */
  subject: string;
}

/** A request that an executor has claimed. */
export interface TakenRequest extends ExecutorRequest {
  id: string;
  /** Milliseconds until the caller stops waiting. */
  leftMs: number;
}
