import type { RunOptions, PlaceholderValues } from '../runs/run-options.ts';

/** One run of a batch. */
export interface BatchRun extends Omit<RunOptions, 'signal'> {
  /** Id or name. */
  workflow: string;
  values?: PlaceholderValues | undefined;
}

/** What became of a run: its session, or why it was refused. */
export type BatchResult =
  | {
      /** Place of the run among those that were given, from 0. */
      index: number;
      sessionId: string;
      /** The run joined a session that gathers requests. */
      gathered?: true;
      error?: undefined;
    }
  | {
      index: number;
      sessionId?: undefined;
      /** An ApiError of the service, a TriggerError or a WorkflowNameError. */
      error: Error;
    };
