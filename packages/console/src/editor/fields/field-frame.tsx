import type { ReactNode } from 'react';
import { useAbsolutePointer } from './pointer-base.ts';
import { useTouch } from './use-touch.ts';

/** Around a field: when the focus leaves it, its problems may be shown. */
export function FieldFrame({ pointer, children }: { pointer: string; children: ReactNode }) {
  const { leave } = useTouch();
  const absolute = useAbsolutePointer();
  return (
    <div
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) leave(absolute(pointer));
      }}
    >
      {children}
    </div>
  );
}
