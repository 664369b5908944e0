import { readAskedFields, withDefaults, type StoredConfig } from '@workflow/component-kit';
import { form } from '@workflow/components/descriptors';
import type { AskedField, Component } from '@workflow/workflow-model';

/** A form's config, which publishing checked against its schema, with the schema's defaults. */
export type FormSettings = StoredConfig<typeof form.configSchema> & { fields: AskedField[] };

export function formSettings(component: Component): FormSettings {
  const settings = withDefaults(form.configSchema, component.config);
  return { ...settings, fields: readAskedFields(settings.fields) };
}
