import { Component, type ReactNode, Suspense } from 'react';
import { forgetFailedLoads } from './load-part.tsx';
import { showError } from './show-error.ts';

interface PartBoundaryProps {
  children: ReactNode;
  /** Shown while the part is loaded. */
  fallback?: ReactNode;
  /** Closes what cannot be shown, so that it can be opened again. */
  onFailed?: () => void;
}

/** Loads a dialog, menu or bar. Shows a message when it cannot be loaded or drawn. The page stays. */
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
    const { children, fallback = null } = this.props;
    return this.state.isFailed ? null : <Suspense fallback={fallback}>{children}</Suspense>;
  }
}
