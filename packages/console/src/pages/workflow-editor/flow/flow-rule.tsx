import '@mantine/core/styles/Fieldset.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import { Fieldset, Stack, Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../../../editor/fields/fields.module.css';

interface FlowRuleProps {
  title: string;
  isOn: boolean;
  /** While it is on: what it means with these values; else what it is for. */
  summary: string;
  onSwitch: (isOn: boolean) => void;
  children: ReactNode;
}

/** A rule that is switched on and off, with what it means in words. */
export function FlowRule({ title, isOn, summary, onSwitch, children }: FlowRuleProps) {
  return (
    <Fieldset
      className={classes.group ?? ''}
      legend={<Switch label={title} checked={isOn} onChange={(event) => onSwitch(event.currentTarget.checked)} />}
    >
      <Stack gap="sm">
        <div className={isOn ? classes.sentence : classes.hint}>{summary}</div>
        {isOn && children}
      </Stack>
    </Fieldset>
  );
}
