import { Component, type ReactNode } from 'react';
import { forgetFailedLoads } from './load-part.tsx';
import { showError } from './show-error.ts';

interface PartBoundaryProps {
  children: ReactNode;
  /** Closes what cannot be shown, so that it can be opened again. */
  onFailed?: () => void;
}

/** Shows a message when a dialog, menu or bar cannot be loaded or drawn. The page stays. */
export class PartBoundary extends Component<PartBoundaryProps, { isFailed: boolean }> {
  override state: { isFailed: boolean } = { isFailed: false };

  static getDerivedStateFromError() {
    return { isFailed: true };
  }

  override componentDidCatch(error: unknown) {
    forgetFailedLoads();
    showError(error);
    this.props.onFailed?.();
  }

  override render() {
    return this.state.isFailed ? null : this.props.children;
  }
}
