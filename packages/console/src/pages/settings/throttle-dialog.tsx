import '@mantine/core/styles/NumberInput.layer.css';
import { NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Throttle, usePutThrottle } from '../../api/queries/throttles.ts';
import { doneThen } from '../../ui/show-done.ts';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface ThrottleDialogProps {
  /** The throttle to change; null for a new one. */
  throttle: Throttle | null;
  onClose: () => void;
}

/** The limits of the API. */
const MIN_PER_SECOND = 0.001;
const MAX_RATE = 100_000;

export function ThrottleDialog({ throttle, onClose }: ThrottleDialogProps) {
  const put = usePutThrottle();
  const [host, setHost] = useState(throttle?.host ?? '');
  const [perSecond, setPerSecond] = useState<number | string>(throttle?.perSecond ?? 5);
  const [burst, setBurst] = useState<number | string>(throttle?.burst ?? 1);
  const isComplete = host.trim() !== '' && typeof perSecond === 'number' && typeof burst === 'number';

  function submit() {
    if (!isComplete) return;
    put.mutate(
      { host: host.trim(), perSecond, burst },
      { onSuccess: doneThen(throttle === null ? 'Throttle created' : 'Throttle saved', onClose) },
    );
  }
  return (
    <FormDialog
      title={throttle === null ? 'New throttle' : `Change the throttle of ${throttle.host}`}
      submitLabel={throttle === null ? 'Create' : 'Save'}
      request={put}
      disabled={!isComplete}
      onSubmit={submit}
      onClose={onClose}
    >
      {throttle === null && (
        <TextInput
          label="Host"
          description="As in the URL, without scheme, port and path, such as api.example.com"
          required
          maxLength={253}
          value={host}
          onChange={(event) => setHost(event.currentTarget.value)}
          data-autofocus
        />
      )}
      <NumberInput
        label="Calls per second"
        description="0.1 is one call every ten seconds"
        required
        min={MIN_PER_SECOND}
        max={MAX_RATE}
        value={perSecond}
        onChange={setPerSecond}
      />
      <NumberInput
        label="Burst"
        description="Calls that may start at the same time after a pause"
        required
        min={1}
        max={MAX_RATE}
        allowDecimal={false}
        value={burst}
        onChange={setBurst}
      />
    </FormDialog>
  );
}
