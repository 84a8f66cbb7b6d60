import { unsentEmails } from '../../domain/mail/contract';
import { implement } from '../implement';
import { listUnsentEmails, sendAgain } from './unsent-emails';

export const mailRoutes = [implement(unsentEmails)({ list: listUnsentEmails, sendAgain })];
