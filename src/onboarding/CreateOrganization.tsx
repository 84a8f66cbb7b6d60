import { useState } from 'react';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router';
import type { ClaimableLicense } from '../../domain/licenses/license';
import { beginning as calls } from '../../domain/onboarding/contract';
import { stateChoices } from '../../domain/organization/us-states';
import { whyNotBegin } from '../../domain/session/sign-up';
import { usePersonOnly } from '../access/useCan';
import { RowFields } from '../kit/form/controls/RowFields';
import { FormDialog } from '../kit/form/FormDrawer';
import { FormSheet } from '../kit/form/FormSheet';
import { useActionForm, useCallForm } from '../kit/form/useRecordForm';
import { useSession } from '../providers/session';
import { NOWHERE_ELSE, safePath } from '../providers/session/safe-path';
import { loadSession } from '../providers/session/session-store';
import { isOffered, settings } from '../providers/settings';
import { reportError } from '../providers/snackbar';
import { licenseChoice } from '../resources/licenses/claim-options';
import { OpenInvitations } from '../resources/team/OpenInvitations';
import { ResendVerification } from '../shell/session/ResendVerification';
import shell from '../shell/shell.module.css';
import { Button } from '../ui/Button';
import {
  firstLicense,
  type LicenseRow,
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
  const { membership, user } = useSession();
  const [params] = useSearchParams();
  const returnTo = safePath(params.get('returnTo')) ?? '/marketplace';
  if (membership) return <Navigate replace to={returnTo} />;
  const { signUp, supportEmail } = settings;
  // Who was invited is for the server to say.
  const whyNot = whyNotBegin(signUp, { isSupport: user.isSupport, isInvited: true }, supportEmail);
  return (
    <div className={`${shell.cardPage} ${css.onboarding} ${css.wide}`}>
      <OpenInvitations />
      {whyNot === null ? <Begin returnTo={returnTo} /> : <MayNotBegin why={whyNot} returnTo={returnTo} />}
    </div>
  );
}

function MayNotBegin({ why, returnTo }: { why: string; returnTo: string }) {
  return (
    <div className={`${shell.card} ${css.onboardingCard}`}>
      <p className={shell.logo}>Verdant</p>
      <h1>You have an account, and no organization yet</h1>
      <p>{why}</p>
      <Link className="v-button v-primary" to={returnTo}>
        Go on without one
      </Link>
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
        {isOffered('tracking') && (
          <p className={css.keyLine}>
            <Button icon="search" onClick={() => setFinding(true)}>
              Find licenses with your key
            </Button>
            <span className="v-hint">Uses your tracking system key. We don’t keep it.</span>
          </p>
        )}
        <p className="v-hint">
          If another organization has your license,{' '}
          <a
            href={`mailto:${settings.supportEmail}?subject=${encodeURIComponent('Another organization has my license')}`}
          >
            email support
          </a>
          .
        </p>
        {form.problem?.status === 403 && personOnly === null && settings.signUp !== 'invitation' && (
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

type Props = { onFound: (licenses: LicenseRow[]) => void; onClose: () => void };

/** Finds the licenses a tracking system key can access in a state, to choose those to begin with. */
function FindLicenses(props: Props) {
  const [offered, setOffered] = useState<readonly ClaimableLicense[] | null>(null);
  if (offered === null) return <AskKey onOffered={setOffered} onClose={props.onClose} />;
  return <ChooseLicenses offered={offered} {...props} />;
}

type AskProps = { onOffered: (offered: readonly ClaimableLicense[]) => void; onClose: () => void };

function AskKey({ onOffered, onClose }: AskProps) {
  const form = useCallForm<typeof calls.claimable, { state: string; metrcApiKey: string }>(calls.claimable, {
    values: { state: '', metrcApiKey: '' },
    secrets: ['metrcApiKey'],
    draft: false,
    onSaved: onOffered,
  });
  return (
    <FormDialog
      form={form}
      title="Find licenses"
      save="Find licenses"
      asksFirst={false}
      onClose={onClose}
      fields={[
        {
          name: 'state',
          label: 'State',
          control: 'select',
          options: stateChoices,
          placeholder: 'Choose a state',
          required: true,
        },
        {
          name: 'metrcApiKey',
          label: 'Tracking system key',
          control: 'secret',
          required: true,
          hint: 'We don’t keep it.',
        },
      ]}
    />
  );
}

function ChooseLicenses({ offered, onFound, onClose }: Props & { offered: readonly ClaimableLicense[] }) {
  const { available, whyNot, field } = licenseChoice(offered);
  const form = useActionForm(
    async ({ licenseIds }: { licenseIds: number[] }) => {
      const chosen = available.filter(({ id }) => licenseIds.includes(id));
      return { ok: true, value: chosen } as const;
    },
    {
      values: { licenseIds: available.map(({ id }) => id) },
      onSaved: (chosen) => {
        onFound(
          chosen.map(({ licenseNumber, name, state, licenseType }) => ({
            licenseNumber,
            name,
            state: state.ansiAbbrevation,
            licenseType,
          })),
        );
        onClose();
      },
    },
  );
  return (
    <FormDialog
      form={form}
      title="Choose licenses"
      save="Use these licenses"
      whyNot={whyNot}
      asksFirst={false}
      onClose={onClose}
      fields={[field]}
    />
  );
}
