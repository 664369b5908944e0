import { ActionIcon, Tabs, TextInput } from '@mantine/core';
import type { Component } from '@workflow/workflow-model';
import { findComponentType } from '@workflow/component-catalog';
import { IconTrash, IconX } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { ComponentIcon } from '../canvas/component-icon.tsx';
import { changeComponent, removeComponents } from '../draft-edits.ts';
import { problemsOf, useEditor, useSelectedComponent } from '../editor-context.ts';
import { producesNamedOutput } from '../new-component.ts';
import { usePicked } from '../value-store.ts';
import classes from './component-panel.module.css';
import { ConfigForm } from './config-form.tsx';
import { ConnectionsSection } from './connections-section.tsx';
import { PanelProblems } from './panel-problems.tsx';
import { PlaceholderList } from './placeholder-list.tsx';
import { ReliabilitySection } from './reliability-section.tsx';
import { StepTab } from './step-tab.tsx';
import { WebhookSection } from './webhook-section.tsx';

/** The component view: everything about the selected component. */
export function ComponentPanel() {
  const component = useSelectedComponent();
  return component && <OpenPanel key={component.id} component={component} />;
}

function OpenPanel({ component }: { component: Component }) {
  const { store, problems, liveRun } = useEditor();
  const panel = useRef<HTMLElement>(null);
  const own = usePicked(problems, (all) => problemsOf(all, component.id));
  const hasStep = usePicked(liveRun, (run) => run?.lastSteps.has(component.id) ?? false);
  const descriptor = findComponentType(component.type);
  const change = (edit: (component: Component) => Component, field: string) => store.apply(changeComponent(component.id, edit), `${component.id}.${field}`);

  useEffect(() => {
    const close = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) store.select(null);
    };
    const element = panel.current;
    element?.addEventListener('keydown', close);
    return () => element?.removeEventListener('keydown', close);
  }, [store]);

  return (
    <aside ref={panel} className={classes.panel} aria-label={`Component ${component.name ?? component.type}`}>
      <header className={classes.header}>
        <ComponentIcon type={component.type} size={20} />
        <h2 className={classes.title}>{descriptor?.title ?? component.type}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label="Remove the component" onClick={() => store.apply(removeComponents(new Set([component.id])))}>
          <IconTrash size={17} />
        </ActionIcon>
        <ActionIcon variant="subtle" color="gray" aria-label="Close the component view" onClick={() => store.select(null)}>
          <IconX size={18} />
        </ActionIcon>
      </header>
      <Tabs defaultValue="settings" className={classes.tabs ?? ''} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
          <Tabs.Tab value="connections">Connections</Tabs.Tab>
          <Tabs.Tab value="reliability">Reliability</Tabs.Tab>
          {hasStep && <Tabs.Tab value="run">Run</Tabs.Tab>}
        </Tabs.List>
        <div className={classes.scroll} tabIndex={0} role="group" aria-label="Component view">
          <Tabs.Panel value="settings">
            <div className={classes.section}>
              <p className={classes.description}>{descriptor?.description}</p>
              <PanelProblems problems={own} />
              <TextInput
                label="Name"
                value={component.name ?? ''}
                placeholder={descriptor?.title ?? component.type}
                maxLength={200}
                onChange={(event) => {
                  const name = event.currentTarget.value;
                  change(({ name: _old, ...rest }) => (name === '' ? rest : { ...rest, name }), 'name');
                }}
              />
              {producesNamedOutput(component.type) && (
                <TextInput
                  label="Output"
                  description="The placeholder that later components read"
                  value={component.output ?? ''}
                  maxLength={128}
                  onChange={(event) => {
                    const output = event.currentTarget.value;
                    change(({ output: _old, ...rest }) => (output === '' ? rest : { ...rest, output }), 'output');
                  }}
                />
              )}
              {component.type === 'webhook' && <WebhookSection component={component} />}
              {descriptor && (
                <ConfigForm
                  schema={descriptor.configSchema}
                  config={component.config}
                  problems={own}
                  onChange={(config, field) => change((one) => ({ ...one, config }), `config${field}`)}
                />
              )}
            </div>
            {!descriptor?.isTrigger && <PlaceholderList componentId={component.id} />}
          </Tabs.Panel>
          <Tabs.Panel value="connections">
            <ConnectionsSection component={component} />
          </Tabs.Panel>
          <Tabs.Panel value="reliability">
            <ReliabilitySection component={component} onChange={change} />
          </Tabs.Panel>
          <Tabs.Panel value="run">
            <StepTab componentId={component.id} />
          </Tabs.Panel>
        </div>
      </Tabs>
    </aside>
  );
}
