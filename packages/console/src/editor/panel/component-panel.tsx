import '@mantine/core/styles/Tabs.layer.css';
import { ActionIcon, Alert, Anchor, Tabs } from '@mantine/core';
import type { Component } from '@workflow/workflow-model';
import { findComponentType } from '@workflow/component-catalog';
import { IconTrash, IconX } from '@tabler/icons-react';
import { ComponentIcon } from '../canvas/component-icon.tsx';
import { KeepSelectedInView } from '../canvas/keep-selected-in-view.tsx';
import { changeComponent, removeItems, toggleDisabled } from '../draft-edits.ts';
import { problemsOf, useEditor, useSelectedComponent } from '../editor-context.ts';
import { focusCanvas } from '../focus-canvas.ts';
import { usePicked } from '../value-store.ts';
import { texts } from '../../texts/component-panel.ts';
import classes from './component-panel.module.css';
import { ConnectionsSection } from './connections-section.tsx';
import { ProblemCount } from './problem-count.tsx';
import { ReliabilitySection } from './reliability-section.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { StepTab } from './step-tab.tsx';
import { componentName } from '../component-name.ts';

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
  const descriptor = findComponentType(component.type);
  const change = (edit: (component: Component) => Component, field: string) =>
    store.apply(changeComponent(component.id, edit), `${component.id}.${field}`);

  return (
    <aside data-component-panel className={classes.panel} aria-label={texts.componentValue(componentName(component))}>
      <header className={classes.header}>
        <ComponentIcon type={component.type} size={20} />
        <h2 className={classes.title}>
          {componentName(component)}{' '}
          {component.name && component.name !== descriptor?.title && (
            <span className={classes.type}>{descriptor?.title ?? component.type}</span>
          )}
        </h2>
        <ProblemCount component={component} problems={own} />
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.deleteTheComponent}
          onClick={() => {
            store.apply(removeItems(new Set([component.id])));
            focusCanvas(null);
          }}
        >
          <IconTrash size={17} />
        </ActionIcon>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={texts.closeTheComponentPanel}
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
          {texts.disabledItDoesNotRun}{' '}
          <Anchor component="button" size="sm" onClick={() => store.apply(toggleDisabled(new Set([component.id])))}>
            {texts.enable}
          </Anchor>
        </Alert>
      )}
      <Tabs defaultValue="settings" className={classes.tabs ?? ''} keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="settings">{texts.settings}</Tabs.Tab>
          <Tabs.Tab value="connections">{texts.connections}</Tabs.Tab>
          <Tabs.Tab value="reliability">{texts.reliability}</Tabs.Tab>
          <Tabs.Tab value="run">{texts.run}</Tabs.Tab>
        </Tabs.List>
        <div className={classes.scroll} tabIndex={0} role="group" aria-label={texts.componentPanel}>
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
