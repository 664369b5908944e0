import { AGENT_TEMPLATES } from './agent-templates.ts';
import { APP_TEMPLATES } from './app-templates.ts';
import { apiWithRespond } from './api-with-respond.ts';
import { csvImport } from './csv-import.ts';
import { csvLoop } from './csv-loop.ts';
import { dataSync } from './data-sync.ts';
import type { MakeTemplate } from './define-template.ts';
import { feedDigest } from './feed-digest.ts';
import { formToTableAndEmail } from './form-to-table-and-email.ts';
import { handlerOfFailures } from './handler-of-failures.ts';
import { learnExpressions } from './learn-expressions.ts';
import { learnToCallAnApi } from './learn-to-call-an-api.ts';
import { nightlyReport } from './nightly-report.ts';
import { onboardingWithReminders } from './onboarding-with-reminders.ts';
import { refundWithApproval } from './refund-with-approval.ts';
import { stripePaymentToDatabase } from './stripe-payment-to-database.ts';
import { supportTriage } from './support-triage.ts';
import { uptimeCheck } from './uptime-check.ts';
import { webhookRelay } from './webhook-relay.ts';

/** The gallery, in the order in which it is shown. Each entry creates a new copy of its workflow. */
export const WORKFLOW_TEMPLATES: readonly MakeTemplate[] = [
  learnExpressions,
  learnToCallAnApi,
  formToTableAndEmail,
  nightlyReport,
  stripePaymentToDatabase,
  refundWithApproval,
  csvLoop,
  csvImport,
  feedDigest,
  supportTriage,
  webhookRelay,
  uptimeCheck,
  apiWithRespond,
  dataSync,
  onboardingWithReminders,
  handlerOfFailures,
  ...APP_TEMPLATES,
  ...AGENT_TEMPLATES,
];
