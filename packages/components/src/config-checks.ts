export { CONFIG_CHECKS } from './generated/config-checks.ts';
