import '@mantine/core/styles/Tabs.layer.css';
import { ActionIcon, Alert, Anchor, Tabs } from '@mantine/core';
import type { Component } from '@workflow/workflow-model';
import { findComponentType } from '@workflow/components/descriptors';
import { IconX } from '@tabler/icons-react';
import { ComponentIcon } from '../../../editor/canvas/component-icon.tsx';
import { KeepSelectedInView } from '../../../editor/canvas/keep-selected-in-view.tsx';
import { changeComponent, removeItems, toggleDisabled } from '../../../editor/draft/draft-edits.ts';
import { problemsOf, useEditor, useSelectedComponent } from '../../../editor/editor-context.ts';
import { focusCanvas } from '../../../editor/canvas/focus-canvas.ts';
import { usePicked } from '../../../ui/value-store.ts';
import classes from './component-panel.module.css';
import { ConnectionsSection } from './connections-section.tsx';
import { ProblemCount } from './problem-count.tsx';
import { ReliabilitySection } from './reliability-section.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { StepTab } from './step-tab.tsx';
import { componentName } from '../../../editor/draft/component-name.ts';
import { RemoveButton } from '../../../ui/remove-button.tsx';

/** The component panel: everything about the selected component, which it leaves in view. */
export function ComponentPanel() {
  const component = useSelectedComponent();
  return (
    component && (
      <>
        <OpenPanel key={component.id} component={component} />
        <KeepSelectedInView />
      </>
    )
  );
}

function OpenPanel({ component }: { component: Component }) {
  const { store, problems } = useEditor();
  const own = usePicked(problems, (all) => problemsOf(all, component.id));
  const descriptor = findComponentType(component);
  const change = (edit: (component: Component) => Component, field: string) =>
    store.apply(changeComponent(component.id, edit), `${component.id}.${field}`);

  return (
    <aside data-component-panel className={classes.panel} aria-label={`Component ${componentName(component)}`}>
      <header className={classes.header}>
        <ComponentIcon type={component.type} size={20} />
        <h2 className={classes.title}>
          {componentName(component)}{' '}
          {component.name && component.name !== descriptor?.title && (
            <span className={classes.type}>{descriptor?.title ?? component.type}</span>
          )}
        </h2>
        <ProblemCount component={component} problems={own} />
        <RemoveButton
          label="Delete the component"
          onClick={() => {
            store.apply(removeItems(new Set([component.id])));
            focusCanvas(null);
          }}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label="Close the component panel"
          onClick={() => {
            store.select(null);
            focusCanvas(component.id);
          }}
        >
          <IconX size={18} />
        </ActionIcon>
      </header>
      {component.disabled && (
        <Alert color="gray" radius={0} role="status">
          This component is disabled. It does not run, nor do components that can only be reached through it.{' '}
          <Anchor component="button" size="sm" onClick={() => store.apply(toggleDisabled(new Set([component.id])))}>
            Enable
          </Anchor>
        </Alert>
      )}
      <Tabs defaultValue="settings" className={classes.tabs ?? ''} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="settings">Settings</Tabs.Tab>
          <Tabs.Tab value="connections">Connections</Tabs.Tab>
          <Tabs.Tab value="reliability">Reliability</Tabs.Tab>
          <Tabs.Tab value="run">Run</Tabs.Tab>
        </Tabs.List>
        <div className={classes.scroll} tabIndex={0} role="group" aria-label="Component panel">
          <Tabs.Panel value="settings" className={classes.whole ?? ''}>
            <SettingsTab component={component} problems={own} onChange={change} />
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
