import type { HiddenValue, Json, SessionError, StepPart, StepStatus } from '@workflow/workflow-model';

/** One attempt of one component. It is written as RUNNING before an effect begins, and again after it ended. */
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
  /** Set for a part of a step. `iteration` is then the number of the part, from 1. */
  part?: StepPart | undefined;
  /** The unmasked output and its organization, if `output` is masked. */
  hidden?: HiddenOutput;
}

/** A value that is sealed with the key of its organization. */
export interface HiddenOutput extends HiddenValue {
  organizationId: string;
}
