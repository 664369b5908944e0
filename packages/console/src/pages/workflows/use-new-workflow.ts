import { useCallback } from 'react';
import { useSearchParams } from 'react-router';

/** Whether the dialog for a new workflow is open: the address says so, and the command menu leads to it. */
export function useNewWorkflow(): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [params, setParams] = useSearchParams();
  const setOpen = useCallback(
    (isOpen: boolean) =>
      setParams(
        (previous) => {
          const next = new URLSearchParams(previous);
          next.delete('new');
          if (isOpen) next.set('new', '');
          return next;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [params.has('new'), setOpen];
}
