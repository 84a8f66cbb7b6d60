import { useMemo } from 'react';
import { Link } from 'react-router';
import { teamImports as calls } from '../../../../domain/team/import-contract';
import { INVITE_FIELDS, type InviteRow, MOST_INVITE_ROWS } from '../../../../domain/team/invite-import';
import { ImportPage } from '../../../kit/import/ImportPage';
import { useCall, useCallQuery } from '../../../providers/refine/use-call';
import { useSession } from '../../../providers/session';

const TEAM = '/account/manage-users';

/** Invites the people of a csv file, or of pasted rows: email, name, role and companies. */
export default function ImportInvites() {
  return (
    <ImportPage
      title="Invite many"
      breadcrumbs={[{ label: 'Team', to: TEAM }]}
      fields={INVITE_FIELDS}
      noun={['person', 'people']}
      most={MOST_INVITE_ROWS}
      blanks="Use roles and companies by name; with several companies, put a semicolon between them."
      missing={({ email, role }) =>
        email === undefined || role === undefined ? 'Choose the columns with the email and the role.' : null
      }
      preview={usePreview}
      apply={useApply}
      call={calls.apply}
      act="Invite"
      done="invited"
      onward={
        <Link className="v-button v-primary" to={TEAM}>
          Go to the team
        </Link>
      }
    />
  );
}

function usePreview(rows: readonly InviteRow[]) {
  const orgId = useSession().scope?.orgId ?? 0;
  const body = useMemo(() => ({ orgId, rows: [...rows] }), [orgId, rows]);
  return useCallQuery(calls.preview, { body });
}

function useApply() {
  const orgId = useSession().scope?.orgId ?? 0;
  const { run, isPending } = useCall(calls.apply);
  return { run: (rows: readonly InviteRow[]) => run({ body: { orgId, rows: [...rows] } }), isPending };
}
