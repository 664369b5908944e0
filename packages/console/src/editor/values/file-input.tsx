import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { isWholeFileValue, type FileValue, type Json } from '@workflow/workflow-model';
import { useEffect, useId, useRef, useState, type DragEvent } from 'react';
import { uploadFile } from '../../api/upload-file.ts';
import { nameOf } from '../../names/name-of.ts';
import { typeNames } from '../../names/placeholder-type-names.ts';
import { FileValueView } from '../../ui/file-value.tsx';
import classes from './file-input.module.css';

interface FileInputProps {
  label: string;
  value: Json | undefined;
  onChange: (value: FileValue | undefined) => void;
}

interface Upload {
  name: string;
  /** From 0 to 1. */
  sent: number;
  stop: AbortController;
}

/** Chooses or drops a file of this machine, which is stored immediately. The run names it. */
export function FileInput({ label, value, onChange }: FileInputProps) {
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [upload, setUpload] = useState<Upload | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isOver, setIsOver] = useState(false);
  const underWay = useRef<AbortController | null>(null);
  useEffect(() => () => underWay.current?.abort(), []);

  async function store(file: File | undefined) {
    if (file === undefined) return;
    underWay.current?.abort();
    const stop = new AbortController();
    underWay.current = stop;
    setError(null);
    setUpload({ name: file.name, sent: 0, stop });
    try {
      const stored = await uploadFile(file, (sent) => setUpload({ name: file.name, sent, stop }), stop.signal);
      if (!stop.signal.aborted) onChange(stored);
    } catch (failure) {
      if (!stop.signal.aborted) setError((failure as Error).message);
    } finally {
      if (underWay.current === stop) setUpload(null);
    }
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    void store(event.dataTransfer.files[0]);
  }

  return (
    <div
      role="group"
      aria-labelledby={id}
      className={classes.root}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
    >
      <div id={id} className={classes.label}>
        {label}
      </div>
      <div className={classes.type}>{nameOf(typeNames, 'FILE')}: choose one or drop it here</div>
      {upload !== null && <UploadProgress upload={upload} onStop={() => upload.stop.abort()} />}
      {upload === null && value !== undefined && value !== null && (
        <div className={classes.row}>
          {isWholeFileValue(value) ? <FileValueView file={value} /> : <code>{JSON.stringify(value)}</code>}
          <Button size="compact-xs" variant="default" onClick={() => onChange(undefined)}>
            Remove {label}
          </Button>
        </div>
      )}
      {error !== null && (
        <p role="alert" className={classes.error}>
          {error}
        </p>
      )}
      <input
        ref={chooser}
        type="file"
        className={classes.chooser}
        aria-label={`File for ${label}`}
        tabIndex={-1}
        onChange={(event) => {
          void store(event.currentTarget.files?.[0]);
          // The same file can be chosen again after a failure.
          event.currentTarget.value = '';
        }}
      />
      {upload === null && (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconUpload size={14} />}
          onClick={() => chooser.current?.click()}
        >
          {value === undefined || value === null ? `Choose a file for ${label}` : `Replace ${label}`}
        </Button>
      )}
    </div>
  );
}

/** A run cannot start before it is done. */
function UploadProgress({ upload: { name, sent }, onStop }: { upload: Upload; onStop: () => void }) {
  return (
    <div className={classes.row}>
      <span className={classes.name}>{name}</span>
      <progress max={1} value={sent} aria-label={`Upload of ${name}`} />
      <Button size="compact-xs" variant="default" data-unread onClick={onStop}>
        Stop the upload
      </Button>
    </div>
  );
}
