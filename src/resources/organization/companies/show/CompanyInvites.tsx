import { useState } from 'react';
import { companyInvites } from '../../../../../domain/organization/company-contract';
import { Can } from '../../../../access/useCan';
import { WhyNot } from '../../../../access/WhyNot';
import { FormDialog } from '../../../../kit/form/FormDrawer';
import { useCallForm } from '../../../../kit/form/useRecordForm';
import { Panel } from '../../../../kit/record/RecordPage';
import { Button } from '../../../../ui/Button';
import { dateHere } from '../../../../ui/reader-dates';
import css from '../companies.module.css';
import type { CompanySection } from '../company.text';

/** The buyers invited to order from a company. */
export function CompanyInvites({ company }: CompanySection) {
  const [isOpen, setOpen] = useState(false);
  const invite = (disabled: boolean) => (
    <Button icon="plus" disabled={disabled} onClick={() => setOpen(true)}>
      Invite a buyer
    </Button>
  );
  return (
    <Panel
      title="Buyers"
      actions={
        <Can
          requires={companyInvites.create.requires}
          otherwise={(reason) => (
            <>
              {invite(true)}
              <WhyNot reason={reason} />
            </>
          )}
        >
          {invite(false)}
        </Can>
      }
    >
      {company.invites.length === 0 && (
        <p className="v-hint">Invite the stores you sell to. They sign up and order here.</p>
      )}
      {company.invites.length > 0 && (
        <ul className={css.invites} aria-label="Invited buyers">
          {company.invites.map(({ invitedEmail, created }) => (
            <li key={invitedEmail}>
              {invitedEmail} <span className="v-hint">Invited {dateHere(created)}</span>
            </li>
          ))}
        </ul>
      )}
      {isOpen && <InviteDialog company={company} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function InviteDialog({
  company: { companyId, name },
  onClose,
}: Pick<CompanySection, 'company'> & { onClose: () => void }) {
  const form = useCallForm<typeof companyInvites.create, { invitedEmail: string }>(companyInvites.create, {
    values: { invitedEmail: '' },
    body: ({ invitedEmail }) => ({ invitedEmail, companyId }),
    draft: `company/${companyId}/invite`,
    success: ({ invitedEmail }) => `We emailed ${invitedEmail} an invitation.`,
    onSaved: onClose,
  });
  return (
    <FormDialog
      form={form}
      title="Invite a buyer"
      intro={<p className="v-hint">We’ll email them a link to order from {name}.</p>}
      save="Invite"
      onClose={onClose}
      asksFirst={false}
      fields={[{ name: 'invitedEmail', label: 'Email', control: 'email', required: true, maxLength: 254 }]}
    />
  );
}
