// Generates load in a process of its own: options come as a message, the result goes back as one.
import { generateLoad, type LoadOptions } from './load.ts';

process.once('message', (options: LoadOptions) => {
  void generateLoad(options).then((result) => {
    process.send?.(result, () => process.exit(0));
  });
});
process.once('disconnect', () => process.exit(1));
