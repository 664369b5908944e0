import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import type { Json } from '@workflow/workflow-model';
import { useState } from 'react';
import { nameOf } from '../../names/name-of.ts';
import { typeNames } from '../../names/placeholder-type-names.ts';
import { ISO_ZONES, toIsoDateTime, utcLocalOf, type IsoZone } from './iso-date-time.ts';
import classes from './placeholder-input.module.css';

interface DateTimeInputProps {
  label: string;
  value: Json | undefined;
  onChange: (value: string | undefined) => void;
}

/** A date with a time, in UTC or in the zone of the person who types. */
export function DateTimeInput({ label, value, onChange }: DateTimeInputProps) {
  const [local, setLocal] = useState(() => (typeof value === 'string' ? utcLocalOf(value) : ''));
  const [zone, setZone] = useState<IsoZone>('utc');
  function change(nextLocal: string, nextZone: IsoZone) {
    setLocal(nextLocal);
    setZone(nextZone);
    onChange(toIsoDateTime(nextLocal, nextZone));
  }
  return (
    <div className={classes.pair}>
      <TextInput
        type="datetime-local"
        step={1}
        label={label}
        description={typeof value === 'string' ? `Sent as ${value}` : nameOf(typeNames, 'DATE_TIME')}
        value={local}
        onChange={(event) => change(event.currentTarget.value, zone)}
      />
      <NativeSelect
        aria-label={`${label}: time zone`}
        value={zone}
        onChange={(event) => change(local, event.currentTarget.value as IsoZone)}
        data={ISO_ZONES.map(({ value: id, label: name }) => ({ value: id, label: name }))}
      />
    </div>
  );
}
