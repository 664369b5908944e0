import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

interface RemoveButtonProps extends Pick<ActionIconProps, 'size' | 'mb' | 'disabled'> {
  label: string;
  title?: string;
  iconSize?: number;
  onClick: () => void;
}

/** Removes a thing of a list, or asks first. */
export function RemoveButton({ label, iconSize = 17, ...rest }: RemoveButtonProps) {
  return (
    <ActionIcon variant="subtle" color="gray" aria-label={label} {...rest}>
      <IconTrash size={iconSize} />
    </ActionIcon>
  );
}
