import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { hasStatus } from '../api/api-error.ts';
import { ErrorNotice } from './error-notice.tsx';
import classes from './error-boundary.module.css';

interface CatcherProps {
  children: ReactNode;
  onReset: () => void;
  missing: ReactNode;
}

class Catcher extends Component<CatcherProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    if (hasStatus(this.state.error, 404) || hasStatus(this.state.error, 410)) return this.props.missing;
    const retry = () => {
      this.props.onReset();
      this.setState({ error: null });
    };
    return (
      <div className={classes.root}>
        <ErrorNotice error={this.state.error} onRetry={retry} />
      </div>
    );
  }
}

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown when what the children ask for does not exist: trying again would not help. */
  missing: ReactNode;
}

/** Shows an error of its children, with a button to try again. */
export function ErrorBoundary({ children, missing }: ErrorBoundaryProps) {
  const { reset } = useQueryErrorResetBoundary();
  return (
    <Catcher onReset={reset} missing={missing}>
      {children}
    </Catcher>
  );
}
