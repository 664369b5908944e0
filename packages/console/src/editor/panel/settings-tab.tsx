import { TextInput } from '@mantine/core';
import { findComponentType } from '@workflow/component-catalog';
import type { Component } from '@workflow/workflow-model';
import type { Problem } from '../../api/api-error.ts';
import { producesNamedOutput } from '../new-component.ts';
import { texts } from '../../texts/component-panel.ts';
import classes from './component-panel.module.css';
import { ConfigForm } from './config-form.tsx';
import { fieldError } from './field-error.ts';
import { FieldFrame } from './field-frame.tsx';
import { PlaceholderList } from './placeholder-list.tsx';
import { SampleSection } from './sample-section.tsx';
import { WebhookSection } from './webhook-section.tsx';

interface SettingsTabProps {
  component: Component;
  problems: Problem[];
  onChange: (edit: (component: Component) => Component, field: string) => void;
}

/** Name, output and config of the component, and the placeholders that it may use. */
export function SettingsTab({ component, problems, onChange }: SettingsTabProps) {
  const descriptor = findComponentType(component.type);
  return (
    <div className={classes.split}>
      <div className={`${classes.section} ${classes.part}`}>
        <p className={classes.description}>{descriptor?.description}</p>
        <FieldFrame pointer="/name">
          <TextInput
            label={texts.name}
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
        {producesNamedOutput(component.type) && (
          <FieldFrame pointer="/output">
            <TextInput
              label={texts.output}
              error={fieldError(problems, '/output')}
              description={texts.thePlaceholderThatLaterComponents}
              value={component.output ?? ''}
              maxLength={128}
              onChange={(event) => {
                const output = event.currentTarget.value;
                onChange(({ output: _old, ...rest }) => (output === '' ? rest : { ...rest, output }), 'output');
              }}
            />
          </FieldFrame>
        )}
        {component.type === 'webhook' && <WebhookSection component={component} />}
        {descriptor && (
          <ConfigForm
            schema={descriptor.configSchema}
            config={component.config}
            problems={problems}
            onChange={(config, field) => onChange((one) => ({ ...one, config }), `config${field}`)}
          />
        )}
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
