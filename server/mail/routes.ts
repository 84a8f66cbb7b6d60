import { unsentEmails } from '../../domain/mail/contract';
import { implement } from '../implement';
import { dismiss, listUnsentEmails, sendAgain } from './unsent-emails';

export const mailRoutes = [implement(unsentEmails)({ list: listUnsentEmails, sendAgain, dismiss })];
