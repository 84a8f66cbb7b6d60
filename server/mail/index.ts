export type { Letter, Mail } from './mail';
export { openMail } from './open';
