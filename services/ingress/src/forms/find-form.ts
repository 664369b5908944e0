import { readAskedFields, withDefaults, type StoredConfig } from '@workflow/component-kit';
import { form } from '@workflow/components/descriptors';
import type { AskedField, Component } from '@workflow/workflow-model';
import type { AppContext } from '../context.ts';
import type { RouteRequest } from '../http/define-route.ts';
import { object } from '../http/schema-parts.ts';
import { openPage, type OpenedPage, type PageKind } from '../pages/open-page.ts';

/** The config of a form with the schema's defaults. Publishing checked it against its schema. */
type FormSettings = StoredConfig<typeof form.configSchema> & { fields: AskedField[] };

function formSettings(component: Component): FormSettings {
  const settings = withDefaults(form.configSchema, component.config);
  return { ...settings, fields: readAskedFields(settings.fields) };
}

export const formPath = '/forms/{formId}';
export const formParams = object({ formId: { type: 'string' } });

/** A published form that a visitor opened. */
export type OpenedForm = OpenedPage<FormSettings>;

const FORM: PageKind<FormSettings> = {
  ...{ type: 'form', trigger: 'FORM', isForPrograms: false },
  settingsOf: formSettings,
};

/** Returns the form of a URL, or the answer for a visitor who may not see it. */
export function openForm(context: AppContext, visit: RouteRequest<{ formId: string }, unknown, unknown>) {
  return openPage(context, visit, FORM, visit.params.formId);
}
