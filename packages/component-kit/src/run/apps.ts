import type { AppEffect, HttpPlan, ToolPlan } from '@workflow/apps';

/** An operation of an app, as the version that the config names describes it. */
export interface OpenedOperation {
  key: string;
  title: string;
  effect: AppEffect;
  digest: string;
  plan: HttpPlan | ToolPlan;
  app: { name: string; url: string | null; baseUrl: string | null };
  /** Opens the credential of the app, or returns null if it has none. @throws StepFailure */
  openCredential<Opened extends object>(): Promise<Opened | null>;
}
