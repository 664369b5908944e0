import type { ReactNode } from 'react';
import { useTouch } from './use-touch.ts';

/** Around a field: when the focus leaves it, its problems may be shown. */
export function FieldFrame({ pointer, children }: { pointer: string; children: ReactNode }) {
  const { leave } = useTouch();
  return (
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave(pointer);
      }}
    >
      {children}
    </div>
  );
}
