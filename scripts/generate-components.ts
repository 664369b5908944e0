// Writes the modules of packages/components/src/generated. For each list of code or texts of component types, a module
// has a record by the type's name with static imports. A type without one of its files then does not compile, and
// bundlers and browsers find all of them.
import { generateComponents } from './component-modules.ts';

generateComponents();
