import type { RunOptions, PlaceholderValues } from '../runs/run-options.ts';

/** One run of a batch. */
export interface BatchRun extends Omit<RunOptions, 'signal'> {
  /** The id or the name of the workflow. */
  workflow: string;
  values?: PlaceholderValues | undefined;
}

/** The result of a run: its session, or the reason why it was refused. */
export type BatchResult =
  | {
      /** The position of the run in the input, from 0. */
      index: number;
      sessionId: string;
      /** The run joined a session that combines several requests. */
      gathered?: true;
      error?: undefined;
    }
  | {
      index: number;
      sessionId?: undefined;
      /** An ApiError of the service, a TriggerError or a WorkflowNameError. */
      error: Error;
    };
