import { readFields } from '@workflow/component-kit';
import { findComponentType, startFieldsOf } from '@workflow/components/descriptors';
import type { Component, Field } from '@workflow/workflow-model';

/**
 * Returns the fields of a start that the author of the workflow declared, so that a form can require them. The service
 * itself fills the other ones, such as those of a feed entry, and may leave some of them empty.
 */
export function declaredFields(component: Component | undefined): Field[] {
  const produces = component === undefined ? null : (findComponentType(component)?.produces ?? null);
  if (component === undefined || produces === null) return [];
  if ('placeholdersFromConfig' in produces) return startFieldsOf(component);
  if (!('fieldsFromConfig' in produces)) return [];
  const fields = readFields(component.config[produces.fieldsFromConfig]);
  return startFieldsOf(component).map((field) => ({ ...field, fields }));
}
