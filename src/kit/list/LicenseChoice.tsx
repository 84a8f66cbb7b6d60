import { Link } from 'react-router';
import type { ChosenLicense } from '../../providers/useChosenLicense';
import { Field, Select } from '../../ui/Field';
import { EmptyState } from '../../ui/states';
import css from './list.module.css';

/** Which license a list is of, from `useChosenLicense`; where there is only one it is just named. */
export function LicenseChoice({ licenses, license, choose }: ChosenLicense) {
  if (licenses.length === 0) return null;
  if (licenses.length === 1 && license) return <span className="v-hint">{license.displayName}</span>;
  return (
    <div className={css.license}>
      <Field label="License" labelHidden>
        <Select
          options={licenses.map(({ id, displayName, name }) => ({
            value: String(id),
            label: `${displayName} ${name}`,
          }))}
          value={String(license?.id ?? '')}
          {...(license ? {} : { placeholder: 'Choose a license' })}
          onChange={({ target }) => choose(Number(target.value))}
        />
      </Field>
    </div>
  );
}

type NoLicenseProps = Pick<ChosenLicense, 'licenses'> & {
  /** What its list would show, such as "harvests". */
  what: string;
};

/** In place of a list that is of no license yet. */
export function NoLicenseChosen({ licenses, what }: NoLicenseProps) {
  return licenses.length === 0 ? (
    <EmptyState
      icon="certificate"
      title="No license yet"
      hint={`The ${what} of a license appear here. Add one, or ask someone who manages your team to assign you one.`}
      action={<Link to="/network/licenses">Licenses</Link>}
    />
  ) : (
    <EmptyState icon="certificate" title="Choose a license" hint={`Its ${what} then appear here.`} />
  );
}
