import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';
import { ErrorNotice } from './error-notice.tsx';
import classes from './error-boundary.module.css';

interface CatcherProps {
  children: ReactNode;
  onReset: () => void;
}

class Catcher extends Component<CatcherProps, { error: unknown }> {
  override state: { error: unknown } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
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

/** Shows an error of what is inside, and lets it be tried again. */
export function ErrorBoundary({ children }: { children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary();
  return <Catcher onReset={reset}>{children}</Catcher>;
}
