import { IconCopyPlus, IconExternalLink, IconPlayerPlay, IconPower, IconTrash } from '@tabler/icons-react';
import type { Component } from '@workflow/workflow-model';
import type { CardActions } from './card-context.ts';
import classes from './component-card.module.css';
import { componentName } from '../draft/component-name.ts';
import { workflowRunBy } from './workflow-run-by.ts';

/** Above a card that has the pointer or the focus: test it, disable it, duplicate it, delete it. */
export function CardTools({ component, actions }: { component: Component; actions: CardActions }) {
  const name = componentName(component);
  const isDisabled = component.disabled === true;
  const workflowId = workflowRunBy(component);
  const tools = [
    ...(workflowId === null
      ? []
      : [
          {
            label: `Open the workflow that ${name} runs`,
            Icon: IconExternalLink,
            run: () => actions.openWorkflow(workflowId),
          },
        ]),
    ...(isDisabled ? [] : [{ label: `Test from ${name}`, Icon: IconPlayerPlay, run: actions.test }]),
    { label: isDisabled ? `Enable ${name}` : `Disable ${name}`, Icon: IconPower, run: actions.toggle },
    { label: `Duplicate ${name}`, Icon: IconCopyPlus, run: actions.duplicate },
    { label: `Delete ${name}`, Icon: IconTrash, run: actions.remove },
  ];
  return (
    <div className={`${classes.tools} nodrag nopan`}>
      {tools.map(({ label, Icon, run }) => (
        <button
          key={label}
          type="button"
          aria-label={label}
          title={label}
          onClick={(event) => {
            event.stopPropagation();
            run(component.id);
          }}
        >
          <Icon size={14} stroke={1.8} aria-hidden />
        </button>
      ))}
    </div>
  );
}
