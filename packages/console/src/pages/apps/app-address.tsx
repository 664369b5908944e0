import { Button, TextInput } from '@mantine/core';
import { type SubmitEvent, useState } from 'react';
import { useChangeApp } from '../../api/queries/apps.ts';
import classes from './app.module.css';

/** Corrects the address of a source that could never be read. */
export function AppAddress({ id, url }: { id: string; url: string }) {
  const change = useChangeApp(id);
  const [typed, setTyped] = useState(url);

  function submit(event: SubmitEvent) {
    event.preventDefault();
    change.mutate({ url: typed.trim() });
  }
  return (
    <form className={classes.address} onSubmit={submit}>
      <TextInput
        label="URL"
        description="The source was never read. Correct its URL here."
        required
        inputMode="url"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" variant="default" loading={change.isPending} disabled={typed.trim() === ''}>
        Save and read
      </Button>
    </form>
  );
}
