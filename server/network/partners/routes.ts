import { partners } from '../../../domain/network/partners-contract';
import { implement } from '../../implement';
import { acceptPartner, removePartner, updatePartner } from './answer-partner';
import { grantPartner, requestPartner } from './ask-partner';
import { getEnding } from './read-ending';
import { listPartners } from './read-partners';

export const partnerRoutes = [
  implement(partners)({
    list: listPartners,
    grant: grantPartner,
    request: requestPartner,
    accept: acceptPartner,
    update: updatePartner,
    ending: getEnding,
    remove: removePartner,
  }),
];
