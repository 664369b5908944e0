import { ActionIcon } from '@mantine/core';
import { IconZoomIn, IconZoomOut, IconZoomReset } from '@tabler/icons-react';
import classes from './step-timeline.module.css';
import { MAX_ZOOM, WHOLE, type Zoom, zoomBy } from './time-axis.ts';

interface ZoomBarProps {
  zoom: Zoom;
  onChange: (zoom: Zoom) => void;
}

/** Zooms the timeline of the steps, and moves along it. */
export function ZoomBar({ zoom, onChange }: ZoomBarProps) {
  const isWhole = zoom.factor === 1;
  return (
    <div className={classes.zoom} role="group" aria-label="Zoom">
      <input
        type="range"
        min={0}
        max={1}
        step={0.001}
        value={zoom.at}
        disabled={isWhole}
        aria-label="Move along the timeline"
        onChange={(event) => onChange({ ...zoom, at: Number(event.currentTarget.value) })}
      />
      <span className={classes.remark}>{zoom.factor}×</span>
      <Tool
        label="Zoom in on the timeline"
        disabled={zoom.factor >= MAX_ZOOM}
        onClick={() => onChange(zoomBy(zoom, 2))}
      >
        <IconZoomIn size={16} />
      </Tool>
      <Tool label="Zoom out of the timeline" disabled={isWhole} onClick={() => onChange(zoomBy(zoom, 0.5))}>
        <IconZoomOut size={16} />
      </Tool>
      <Tool label="Show the whole run" disabled={isWhole} onClick={() => onChange(WHOLE)}>
        <IconZoomReset size={16} />
      </Tool>
    </div>
  );
}

interface ToolProps {
  label: string;
  disabled: boolean;
  children: React.ReactNode;
  onClick: () => void;
}

function Tool({ label, disabled, children, onClick }: ToolProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={label}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
