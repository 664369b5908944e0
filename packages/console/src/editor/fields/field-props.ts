import type { JsonSchema } from '@workflow/component-kit';
import type { Component, Json, JsonObject } from '@workflow/workflow-model';
import type { ComponentType, ReactNode } from 'react';
import type { Problem } from '../../api/api-error.ts';

/** Props of a part of the component panel. */
export interface ComponentPartProps {
  component: Component;
  /** Changes the component. Edits of one field are one step of undo. */
  onChange: (edit: (component: Component) => Component, field: string) => void;
}

export interface ConfigFormProps {
  schema: JsonSchema;
  config: JsonObject;
  problems: Problem[];
  /** The changed config, and the pointer of the field that was edited. */
  onChange: (config: JsonObject, pointer: string) => void;
}

export interface SchemaFieldProps {
  name: string;
  schema: JsonSchema;
  required: boolean;
  value: Json | undefined;
  /** JSON pointer within the component, as problems name it. */
  pointer: string;
  problems: Problem[];
  /** The object that contains the value. */
  siblings: JsonObject;
  onChange: (value: Json | undefined) => void;
  /** The form of a nested object. */
  Form: ComponentType<ConfigFormProps>;
}

/** Props that every control takes from its schema. */
export interface FieldLabels {
  label: string;
  description?: ReactNode;
  required: boolean;
  error?: string;
}

/** How a control for something of the organization is called. */
export interface PickerProps extends FieldLabels {
  value: string;
  onChange: (value: string) => void;
  /** Value of the property that the reference's `of` names; empty when none is named or it is not a text. */
  within: string;
  /** Credential types that fit. */
  types?: readonly string[];
}
