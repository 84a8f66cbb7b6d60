import { useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import { beginning as calls } from '../../domain/onboarding/contract';
import { usePersonOnly } from '../access/useCan';
import { RowFields } from '../kit/form/controls/RowFields';
import { FormSheet } from '../kit/form/FormSheet';
import { useCallForm } from '../kit/form/useRecordForm';
import { useSession } from '../providers/session';
import { NOWHERE_ELSE, safePath } from '../providers/session/auth';
import { loadSession } from '../providers/session/session-store';
import { settings } from '../providers/settings';
import { reportError } from '../providers/snackbar';
import { OpenInvitations } from '../resources/team/OpenInvitations';
import { ResendVerification } from '../shell/session/ResendVerification';
import shell from '../shell/shell.module.css';
import { Button } from '../ui/Button';
import { FindLicenses } from './FindLicenses';
import {
  firstLicense,
  licenseFields,
  nextLicense,
  type OnboardingValues,
  onboardingFields,
  toDraft,
} from './onboarding.fields';
import css from './onboarding.module.css';

const SETUP = '/account/manage';
const MOST = 20;

/** For somebody without an organization: the invitations that wait for them, or an organization of their own. */
export default function CreateOrganization() {
  const { membership } = useSession();
  const [params] = useSearchParams();
  const returnTo = safePath(params.get('returnTo')) ?? '/marketplace';
  if (membership) return <Navigate replace to={returnTo} />;
  return (
    <div className={`${shell.cardPage} ${css.onboarding} ${css.wide}`}>
      <OpenInvitations />
      <Begin returnTo={returnTo} />
    </div>
  );
}

function Begin({ returnTo }: { returnTo: string }) {
  const navigate = useNavigate();
  const personOnly = usePersonOnly();
  const [isFinding, setFinding] = useState(false);
  const form = useCallForm<typeof calls.create, OnboardingValues>(calls.create, {
    values: { name: '', companyType: '', licenses: [firstLicense] },
    body: toDraft,
    success: ({ orgName }) => `Welcome to ${orgName}.`,
    onSaved: async ({ orgId }) => {
      // The page leaves by itself once there is a membership.
      const next = NOWHERE_ELSE.includes(returnTo) ? SETUP : returnTo;
      await navigate(`?${new URLSearchParams({ returnTo: next })}`, { replace: true });
      await loadSession(orgId).catch(reportError);
    },
  });
  return (
    <>
      <FormSheet
        form={form}
        className={`${shell.card} ${css.onboardingCard}`}
        save="Create organization"
        always
        whyNot={personOnly}
        labels={{ name: 'Organization name', companyType: 'What you do', licenses: 'Licenses' }}
        intro={
          <>
            <p className={shell.logo}>Verdant</p>
            <h1>Create your organization</h1>
            <p>You need a license to trade. You’ll own the organization and can invite your team afterwards.</p>
          </>
        }
        fields={onboardingFields}
      >
        <RowFields name="licenses" noun="License" fields={licenseFields} next={nextLicense} most={MOST} />
        <p className={css.keyLine}>
          <Button icon="search" onClick={() => setFinding(true)}>
            Find licenses with your key
          </Button>
          <span className="v-hint">Uses your tracking system key. We don’t keep it.</span>
        </p>
        <p className="v-hint">
          If another organization has your license,{' '}
          <a
            href={`mailto:${settings.supportEmail}?subject=${encodeURIComponent('Another organization has my license')}`}
          >
            email support
          </a>
          .
        </p>
        {form.problem?.status === 403 && personOnly === null && (
          <div>
            <ResendVerification />
          </div>
        )}
      </FormSheet>
      <p>
        <Link to={returnTo}>Skip for now</Link>
      </p>
      {isFinding && (
        <FindLicenses
          onFound={(found) => {
            const typed = form.rhf.getValues('licenses').filter(({ licenseNumber }) => licenseNumber.trim() !== '');
            form.rhf.setValue('licenses', [...typed, ...found].slice(0, MOST), { shouldDirty: true });
          }}
          onClose={() => setFinding(false)}
        />
      )}
    </>
  );
}
