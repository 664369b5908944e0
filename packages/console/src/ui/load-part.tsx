import { type ComponentType, use } from 'react';

/** A file of the console could not be loaded: there is no connection, or a new release has replaced it. */
class PartNotLoadedError extends Error {
  override name = 'PartNotLoadedError';
}

const failed = new Set<() => void>();

/**
 * A component whose file is loaded when it is first drawn, within a `Suspense`. Unlike with React's `lazy`, a load that
 * failed can be repeated.
 */
export function loadPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | null = null;
  async function loadOnce(): Promise<ComponentType<Props>> {
    try {
      return await load();
    } catch (cause) {
      failed.add(() => (loading = null));
      throw new PartNotLoadedError(
        'This part of the console could not be loaded. Check your connection, or reload the page.',
        { cause },
      );
    }
  }
  return function Part(props: Props) {
    loading ??= loadOnce();
    const Loaded = use(loading);
    return <Loaded {...props} />;
  };
}

/** Parts that could not be loaded are loaded again when they are drawn next. */
export function forgetFailedLoads(): void {
  for (const forget of failed) forget();
  failed.clear();
}
