export { PublicPageSection as Section } from '../public-page-section.tsx';
