import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import {
  asOfProblem,
  hasRegisterNeeds,
  MOST_REGISTER_ROWS,
  REGISTER_FIELDS,
  REGISTER_NEEDS,
} from '../../../domain/licenses/register';
import { registerImports as calls } from '../../../domain/licenses/register-contract';
import { formatNumber } from '../../../domain/money';
import { stateChoices } from '../../../domain/organization/us-states';
import { attempt } from '../../kit/form/attempt';
import { FormSheet } from '../../kit/form/FormSheet';
import { useActionForm } from '../../kit/form/useRecordForm';
import { MapColumns, type Mapping, type ReadRows } from '../../kit/import/MapColumns';
import { readTables, type Sheet } from '../../kit/import/read-workbook';
import { Unusable } from '../../providers/call/call-errors';
import { Field, Select } from '../../ui/Field';
import { PageFrame } from '../../ui/PageFrame';
import css from './registers.module.css';
import { type Sent, useSendRows } from './useSendRows';

type Fields = typeof REGISTER_FIELDS;
type Chosen = { usState: string; asOf: string; sheets: readonly Sheet[] };

/** Imports a state's register: choose the file, match its columns; its difference is reviewed on the draft's own page. */
export default function ImportRegister() {
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [at, setAt] = useState(0);
  const { send, progress } = useSendRows();
  const sheet = chosen?.sheets[at];
  const take = (read: ReadRows<Fields>, mapping: Mapping<Fields>) => {
    if (!chosen || !sheet) throw new Unusable('Choose a file.');
    const columns = Object.fromEntries(
      Object.entries(mapping).map(([field, column]) => [field, headingOf(sheet, column)]),
    );
    const { usState, asOf } = chosen;
    return send({ usState, asOf, fileName: sheet.fileName, columns }, read);
  };
  return (
    <PageFrame
      title="Import a register"
      aside={<span className="v-hint">Step {sheet ? 2 : 1} of 3</span>}
      breadcrumbs={[
        { label: 'Support console', to: '/support' },
        { label: 'State registers', to: '/support/registers' },
      ]}
    >
      {chosen && sheet ? (
        <MapColumns<Fields, Sent>
          key={at}
          fields={REGISTER_FIELDS}
          table={sheet}
          blanks="What the file has no column for stays as it is. Email and phone are never shown in public."
          missing={(mapping) => (hasRegisterNeeds(mapping) ? null : REGISTER_NEEDS)}
          save="Compare"
          take={take}
          onMapped={({ id }) => void navigate(`/support/registers/${id}`)}
          onBack={() => setChosen(null)}
        >
          {chosen.sheets.length > 1 && (
            <div className={css.sheet}>
              <Field label="Sheet">
                <Select
                  value={at}
                  options={chosen.sheets.map(({ sheet: label }, value) => ({ value: `${value}`, label }))}
                  onChange={({ target }) => setAt(Number(target.value))}
                />
              </Field>
            </div>
          )}
          {progress !== null && (
            <p role="status">
              Sent {formatNumber(progress.sent)} of {formatNumber(progress.rows)} rows.
            </p>
          )}
        </MapColumns>
      ) : (
        <ChooseRegister
          onChosen={(next) => {
            setAt(0);
            setChosen(next);
          }}
        />
      )}
    </PageFrame>
  );
}

const headingOf = ({ headers }: Sheet, column = 0): string =>
  (
    headers[column]
      ?.toWellFormed()
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim() || `Column ${column + 1}`
  ).slice(0, MOST_HEADING);
const MOST_HEADING = 200;

type Values = { usState: string; asOf: string; file: File | null };
const schema = calls.begin.body.pick({ usState: true, asOf: true }).extend({
  file: z.instanceof(File, { error: 'Choose a file' }),
});
const MOST_BYTES = 50_000_000;

function ChooseRegister({ onChosen }: { onChosen: (chosen: Chosen) => void }) {
  const values = useRef<Values>({ usState: '', asOf: '', file: null }).current;
  const read = async ({ usState, asOf, file }: Values): Promise<Chosen> => {
    const problem = asOfProblem({ usState, asOf }, null, new Date());
    if (problem !== null) throw new Unusable(`As of: ${problem.toLowerCase()}.`);
    if (!file) throw new Unusable('Choose a file.');
    return { usState, asOf, sheets: await readTables(file, MOST_REGISTER_ROWS) };
  };
  const form = useActionForm<Values, Chosen>((chosen) => attempt(() => read(chosen)), {
    values,
    schema,
    onSaved: onChosen,
  });
  return (
    <div className={css.choose}>
      <FormSheet
        form={form}
        label="Choose a register"
        save="Continue"
        always
        intro={
          <p className="v-hint">
            The spreadsheet a state’s regulator publishes: a .csv or .xlsx file with headings, up to{' '}
            {formatNumber(MOST_REGISTER_ROWS)} licenses. You review what it changes before anything is saved.
          </p>
        }
        fields={[
          {
            name: 'usState',
            label: 'State',
            control: 'select',
            options: stateChoices,
            placeholder: 'Choose a state',
            required: true,
            half: true,
          },
          {
            name: 'asOf',
            label: 'As of',
            control: 'date',
            isNative: true,
            required: true,
            half: true,
            hint: 'The day the register is of. Licenses count as checked on it.',
          },
          {
            name: 'file',
            label: 'File',
            control: 'upload',
            required: true,
            maxSize: MOST_BYTES,
            accept: '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          },
        ]}
      />
    </div>
  );
}
