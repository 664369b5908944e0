import { TextInput } from '@mantine/core';
import type { JsonSchema } from '@workflow/component-kit';
import { findComponentType } from '@workflow/components/descriptors';
import type { Problem } from '../../../api/api-error.ts';
import classes from './component-panel.module.css';
import { BodySection } from './body-section.tsx';
import { CallSection } from './call-section.tsx';
import { ComponentWarnings } from './component-warnings.tsx';
import { ConfigForm } from './config-form.tsx';
import { fieldError } from '../../../editor/fields/field-error.ts';
import { OperationSection } from '../../../editor/apps/operation-section.tsx';
import { DirectorySection } from './directory-section.tsx';
import { FieldFrame } from '../../../editor/fields/field-frame.tsx';
import { PlaceholderList } from '../../../editor/expressions/placeholder-list.tsx';
import { PackageSection } from './package-section.tsx';
import { SampleSection } from '../../../editor/expressions/sample-section.tsx';
import { StepPreview } from '../../../editor/fields/step-preview.tsx';
import { withCode } from '../../../editor/fields/with-code.tsx';
import { TriggerSection } from './trigger-section.tsx';
import type { ComponentPartProps } from '../../../editor/fields/field-props.ts';

interface SettingsTabProps extends ComponentPartProps {
  problems: Problem[];
}

/** Name, output and config of the component, and the placeholders that it may use. */
export function SettingsTab({ component, problems, onChange }: SettingsTabProps) {
  const descriptor = findComponentType(component);
  return (
    <div className={classes.split}>
      <div className={`${classes.section} ${classes.part}`}>
        <p className={classes.description}>{withCode(descriptor?.description ?? '')}</p>
        <FieldFrame pointer="/name">
          <TextInput
            label="Name"
            error={fieldError(problems, '/name')}
            value={component.name ?? ''}
            placeholder={descriptor?.title ?? component.type}
            maxLength={200}
            onChange={(event) => {
              const name = event.currentTarget.value;
              onChange(({ name: _old, ...rest }) => (name === '' ? rest : { ...rest, name }), 'name');
            }}
          />
        </FieldFrame>
        {descriptor !== undefined && descriptor.outputName !== null && (
          <FieldFrame pointer="/output">
            <TextInput
              label="Output"
              error={fieldError(problems, '/output')}
              description="Name that later components use to read the result"
              value={component.output ?? ''}
              maxLength={128}
              onChange={(event) => {
                const output = event.currentTarget.value;
                onChange(({ output: _old, ...rest }) => (output === '' ? rest : { ...rest, output }), 'output');
              }}
            />
          </FieldFrame>
        )}
        <PackageSection component={component} problems={problems} onChange={onChange} />
        <TriggerSection component={component} />
        <DirectorySection component={component} onChange={onChange} />
        <OperationSection component={component} onChange={onChange} />
        {descriptor?.body && <BodySection component={component} onChange={onChange} />}
        {descriptor && (
          <ConfigForm
            schema={descriptor.configSchema}
            config={component.config}
            problems={problems}
            onChange={(config, field) => onChange((one) => ({ ...one, config }), `config${field}`)}
          />
        )}
        <ComponentWarnings component={component} />
        {descriptor?.trigger?.sessions === null && <CallSection component={component} />}
        {!showsEachStep(descriptor?.configSchema) && <StepPreview label="Preview" config={component.config} />}
      </div>
      {!descriptor?.isTrigger && (
        <div className={classes.part}>
          <PlaceholderList componentId={component.id} />
          <SampleSection componentId={component.id} />
        </div>
      )}
    </div>
  );
}

/** A list of steps has a preview behind each of them. */
function showsEachStep(schema: JsonSchema | undefined): boolean {
  const properties = Object.values((schema?.['properties'] ?? {}) as Record<string, JsonSchema>);
  return properties.some((property) => property['x-control'] === 'steps');
}
