import { readAskedFields, withDefaults, type StoredConfig } from '@workflow/component-kit';
import { form } from '@workflow/components/descriptors';
import type { AskedField, Component } from '@workflow/workflow-model';

/** The config of a form with the schema's defaults. Publishing checked it against its schema. */
export type FormSettings = StoredConfig<typeof form.configSchema> & { fields: AskedField[] };

export function formSettings(component: Component): FormSettings {
  const settings = withDefaults(form.configSchema, component.config);
  return { ...settings, fields: readAskedFields(settings.fields) };
}
