import type { AppEffect, AppSchema, HttpPlan, ToolPlan } from '@workflow/apps';

/** An operation of an app, as the version that the config names describes it. */
export interface OpenedOperation {
  key: string;
  title: string;
  description: string;
  effect: AppEffect;
  digest: string;
  plan: HttpPlan | ToolPlan;
  /** The schema of the arguments. Its references are names in `schemas`. */
  input: AppSchema;
  schemas: Readonly<Record<string, AppSchema>>;
  app: { name: string; url: string | null; baseUrl: string | null };
  /**
   * Opens the credential of the config, or otherwise of the app. Returns null if neither has one.
   * @throws StepFailure
   */
  openCredential<Opened extends object>(): Promise<Opened | null>;
}
