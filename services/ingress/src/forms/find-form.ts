import type { AppContext } from '../context.ts';
import type { RouteReply, RouteRequest } from '../http/define-route.ts';
import { openPage, type OpenedPage, type PageKind } from '../pages/open-page.ts';
import { formSettings, type FormSettings } from './form-settings.ts';

export const formPath = '/forms/{formId}';
export const formParams = {
  type: 'object',
  required: ['formId'],
  properties: { formId: { type: 'string' } },
} as const;

/** A published form that a visitor opened. */
export type OpenedForm = OpenedPage<FormSettings>;

const FORM: PageKind<FormSettings> = {
  ...{ type: 'form', trigger: 'FORM', isForPrograms: false },
  settingsOf: formSettings,
};

/** Returns the form of a URL, or the answer for a visitor who may not see it. */
export async function openForm(
  context: AppContext,
  visit: RouteRequest<{ formId: string }, unknown, unknown>,
): Promise<{ form: OpenedForm } | { reply: RouteReply }> {
  const opened = await openPage(context, visit, FORM, visit.params.formId);
  return 'reply' in opened ? opened : { form: opened.page };
}
