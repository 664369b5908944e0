import type { ReferenceAnnotation } from '@workflow/component-kit';
import type { JsonObject, ReferenceKind } from '@workflow/workflow-model';
import type { ComponentType } from 'react';
import type { PickerProps } from './field-props.ts';
import { AppField, OperationField } from './app-field.tsx';
import { CredentialField } from './credential-field.tsx';
import { SecretField } from './secret-field.tsx';
import { TableField } from './table-field.tsx';
import { ComponentOfWorkflowField, WorkflowField } from './workflow-field.tsx';

/** How something of the organization is chosen. */
const PICKERS: Record<ReferenceKind, ComponentType<PickerProps>> = {
  secret: SecretField,
  workflow: WorkflowField,
  component: ComponentOfWorkflowField,
  credential: CredentialField,
  table: TableField,
  app: AppField,
  operation: OperationField,
};

interface ReferenceFieldProps extends Omit<PickerProps, 'within'> {
  reference: ReferenceAnnotation;
  /** The object that contains the value. */
  siblings: JsonObject;
}

/** A field that refers to something of the organization. */
export function ReferenceField({ reference: { kind, of, types }, siblings, ...props }: ReferenceFieldProps) {
  const Picker = PICKERS[kind];
  const within = of === undefined ? null : siblings[of];
  const more = types === undefined ? {} : { types };
  return <Picker {...props} {...more} within={typeof within === 'string' ? within : ''} />;
}
