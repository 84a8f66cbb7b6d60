import { CODE_MINUTES } from '../../domain/licenses/proof';
import { compose } from './compose';
import type { Letter } from './mail';

type Coded = { code: string; orgName: string; licenseNumber: string };

/** A code to whom a state’s register names for a license; who asked for it enters it. */
export function licenseCodeLetter(email: string, { code, orgName, licenseNumber }: Coded): Letter {
  return compose(
    { email, firstName: '' },
    {
      kind: 'account',
      subject: `Code for license ${licenseNumber}`,
      lead: `${orgName} says on Verdant that license ${licenseNumber} is theirs. If so, they enter this code: ${code}`,
      more: [`It works once, for ${CODE_MINUTES} minutes.`],
      close:
        'You get this because the state’s register names this email for the license. If you don’t know who asks, give nobody the code.',
    },
  );
}
