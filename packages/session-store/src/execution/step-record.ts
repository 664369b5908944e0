import type { HiddenValue, Json, SessionError, StepStatus } from '@workflow/workflow-model';

/** One try of one component. Written RUNNING before an effect begins, and again when it ended. */
export interface StepRecord {
  componentId: string;
  run: number;
  iteration: number;
  attempt: number;
  status: StepStatus;
  port: string | null;
  input: Json;
  output: Json;
  error: SessionError | null;
  startedAt: Date;
  finishedAt: Date | null;
  /** Where `output` is masked: as it is, and whose it is. */
  hidden?: HiddenOutput;
}

/** A value to seal with the key of its organization. */
export interface HiddenOutput extends HiddenValue {
  organizationId: string;
}
