import { chatOverATable } from './chat-over-a-table.ts';
import type { MakeTemplate } from './define-template.ts';
import { mailTriageByAnAgent } from './mail-triage-by-an-agent.ts';
import { questionsAboutAPdf } from './questions-about-a-pdf.ts';
import { recordFromAMail } from './record-from-a-mail.ts';
import { researchWithABudget } from './research-with-a-budget.ts';

/** Templates that use a model, in the order in which they are shown. */
export const AGENT_TEMPLATES: readonly MakeTemplate[] = [
  mailTriageByAnAgent,
  questionsAboutAPdf,
  researchWithABudget,
  chatOverATable,
  recordFromAMail,
];
