import type { MakeTemplate } from './define-template.ts';
import { formToGoogleSheet } from './form-to-google-sheet.ts';
import { issueFromAForm } from './issue-from-a-form.ts';
import { openIssuesInSlack } from './open-issues-in-slack.ts';

/** Templates that call operations of apps, in the order in which they are shown. */
export const APP_TEMPLATES: readonly MakeTemplate[] = [issueFromAForm, openIssuesInSlack, formToGoogleSheet];
