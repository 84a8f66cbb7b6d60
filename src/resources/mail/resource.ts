import { unsentEmails as calls } from '../../../domain/mail/contract';
import { resourceOf } from '../../providers/refine/resource';

/** The organization's emails that couldn't be sent. */
export const unsentEmails = resourceOf({ name: 'unsent-emails', topics: ['unsent-emails'], list: calls.list });
