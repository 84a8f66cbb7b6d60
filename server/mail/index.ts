export { type Letter, type Mail, openMail } from './mail';
export { mountMailbox } from './mailbox';
