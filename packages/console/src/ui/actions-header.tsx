import { VisuallyHidden } from '@mantine/core';

/** The header of a column of buttons, which only screen readers need. */
export function ActionsHeader() {
  return (
    <th scope="col">
      <VisuallyHidden>Actions</VisuallyHidden>
    </th>
  );
}
