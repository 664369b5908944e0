import '@mantine/core/styles/Combobox.layer.css';
import { Select, TextInput } from '@mantine/core';
import { SESSION_MODES, SESSION_STATUSES, SESSION_TRIGGER_NAMES, SESSION_TRIGGERS } from '@workflow/workflow-model';
import { useQuery } from '@tanstack/react-query';
import { allWorkflowsQuery } from '../../api/queries/workflows.ts';
import { modeNames, statusNames } from '../../names/session-names.ts';
import { nameOf } from '../../names/name-of.ts';
import classes from './filter-bar.module.css';
import { type FilterKey, type ShownSessions, TIME_SPANS } from './session-filters.ts';
import { SessionSearch } from './session-search.tsx';

interface FilterBarProps {
  shown: ShownSessions;
  onChange: (key: FilterKey, value: string | null) => void;
}

/** The button takes the place of the arrow: columns are narrow. */
const CLEARABLE = { clearable: true, clearSectionMode: 'clear' } as const;

export function FilterBar({ shown: { filter, time, bounds }, onChange }: FilterBarProps) {
  const workflows = useQuery(allWorkflowsQuery);
  return (
    <div className={classes.bar} role="search" aria-label="Sessions">
      <SessionSearch
        name="Search sessions"
        placeholder="Value, label, ID, key, error or workflow"
        maxLength={200}
        text={filter.text}
        onChange={(value) => onChange('text', value)}
      />
      <Select
        aria-label="Workflow"
        placeholder="Any workflow"
        searchable
        {...CLEARABLE}
        data={workflows.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
        value={filter.workflowId ?? null}
        onChange={(value) => onChange('workflowId', value)}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        {...CLEARABLE}
        data={asOptions(SESSION_STATUSES, statusNames)}
        value={filter.status ?? null}
        onChange={(value) => onChange('status', value)}
      />
      <Select
        aria-label="Mode"
        placeholder="Any mode"
        {...CLEARABLE}
        data={asOptions(SESSION_MODES, modeNames)}
        value={filter.mode ?? null}
        onChange={(value) => onChange('mode', value)}
      />
      <Select
        aria-label="Trigger"
        placeholder="Any trigger"
        {...CLEARABLE}
        data={asOptions(SESSION_TRIGGERS, SESSION_TRIGGER_NAMES)}
        value={filter.trigger ?? null}
        onChange={(value) => onChange('trigger', value)}
      />
      <Select
        aria-label="Time"
        placeholder="Any time"
        {...CLEARABLE}
        data={TIME_SPANS}
        value={time}
        onChange={(value) => onChange('time', value)}
      />
      {(time === 'custom' || time === 'ended') && (
        <>
          <TimeField label="From" value={bounds.since} onChange={(value) => onChange('since', value)} />
          <TimeField label="Until" value={bounds.until} onChange={(value) => onChange('until', value)} />
        </>
      )}
    </div>
  );
}

interface TimeFieldProps {
  label: string;
  value: string | null;
  onChange: (value: string | null) => void;
}

function TimeField({ label, value, onChange }: TimeFieldProps) {
  return (
    <TextInput
      className={classes.time ?? ''}
      type="datetime-local"
      aria-label={label}
      title={label}
      leftSection={<span className={classes.word}>{label}</span>}
      leftSectionWidth={52}
      value={value === null ? '' : localOf(value)}
      onChange={(event) =>
        onChange(event.currentTarget.value === '' ? null : new Date(event.currentTarget.value).toISOString())
      }
    />
  );
}

/** A time as a `datetime-local` input shows it, in the reader's zone. */
function localOf(iso: string): string {
  const date = new Date(iso);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

function asOptions(codes: readonly string[], names: Readonly<Record<string, string>>) {
  return codes.map((value) => ({ value, label: nameOf(names, value) }));
}
