import { z } from 'zod';
import { support as supportStaff } from '../access/ability';
import {
  Day,
  Done,
  del,
  EnteredDay,
  get,
  Id,
  IdParams,
  Instant,
  page,
  paging,
  post,
  search,
  whole,
} from '../contract/endpoint';
import { IMPORT_BODY_LIMIT as bodyLimit, FileName, importRows } from '../import';
import { UsState } from '../integrations/integrations';
import { isUsState } from '../organization/us-states';
import { lineOfText } from '../text';
import {
  hasRegisterNeeds,
  MOST_REGISTER_ROWS,
  REGISTER_CHANGES,
  REGISTER_FIELD_NAMES,
  REGISTER_FIELDS,
  REGISTER_IMPORT_STATES,
  REGISTER_NEEDS,
  type RegisterChange,
  type RegisterImportState,
} from './register';

const enumOf = <K extends string>(choices: Readonly<Record<K, string>>) => z.enum(Object.keys(choices) as [K, ...K[]]);
const Count = z.number().int().nonnegative();

/** How many licenses an import adds, changes and no longer finds. */
export const RegisterCounts = z.strictObject({
  added: Count,
  changed: Count,
  gone: Count,
  unchanged: Count,
  leftOut: Count,
});
export type RegisterCounts = z.infer<typeof RegisterCounts>;

const Columns = z
  .partialRecord(z.enum(REGISTER_FIELD_NAMES), lineOfText().max(200))
  .refine(hasRegisterNeeds, REGISTER_NEEDS);

/** An import of a state's register. */
export const RegisterImport = z.strictObject({
  id: Id,
  usState: z.string(),
  fileName: z.string(),
  asOf: Day,
  columns: z.partialRecord(z.enum(REGISTER_FIELD_NAMES), z.string()),
  state: enumOf<RegisterImportState>(REGISTER_IMPORT_STATES),
  /** Rows of its file. */
  rows: Count,
  /** Of a draft as the register is now; null where a list shows one. */
  counts: RegisterCounts.nullable(),
  createdBy: z.string(),
  createdAt: Instant,
  appliedBy: z.string().nullable(),
  appliedAt: Instant.nullable(),
  undoneBy: z.string().nullable(),
  undoneAt: Instant.nullable(),
  /** The latest of its state, with what it replaced. */
  canUndo: z.boolean(),
});
export type RegisterImport = z.infer<typeof RegisterImport>;

export const RegisterDraft = RegisterImport.extend({
  counts: RegisterCounts,
  /** Rows of the file that are here. */
  received: Count,
  /** Licenses of the state that are listed now. */
  listed: Count,
  /** The register's words for statuses we don't know, the most frequent first. */
  unknownStatuses: z.array(z.strictObject({ text: z.string(), count: Count })),
});
export type RegisterDraft = z.infer<typeof RegisterDraft>;

/** A license of an import's difference. */
export const RegisterRow = z.strictObject({
  id: Id,
  /** Its number in the file; null for one the file lacks. */
  row: z.number().int().positive().nullable(),
  licenseNumber: z.string(),
  name: z.string(),
  /** Whether an organization has it. */
  isClaimed: z.boolean(),
  changes: z.array(z.strictObject({ label: z.string(), from: z.string(), to: z.string() })),
  /** Why it is left out. */
  reasons: z.array(z.string()),
});
export type RegisterRow = z.infer<typeof RegisterRow>;

/** Cells of a row; `problem` is of one that couldn't be read from the file. */
const ROW_FIELDS = { ...REGISTER_FIELDS, problem: { label: 'Problem', aliases: [] } } as const;

const refuses = ['NOT_FOUND', 'CONFLICT'] as const;

export const registerImports = {
  list: get('/support/register-imports', {
    summary: 'Imports of states’ registers, newest first',
    query: z.object({
      page: whole(z.number().int().min(0).max(10_000)).default(0),
      itemsPerPage: whole(z.number().int().min(25).max(250)).default(25),
    }),
    returns: page(RegisterImport),
    requires: supportStaff,
  }),
  get: get('/support/register-imports/:id', {
    summary: 'An import of a register; of a draft what it would change',
    params: IdParams,
    returns: RegisterDraft,
    refuses: ['NOT_FOUND'],
    requires: supportStaff,
    heavy: true,
  }),
  begin: post('/support/register-imports', {
    summary: 'Start a register import; nothing changes before it is applied',
    body: z.object({
      usState: UsState.refine(isUsState, 'Choose a state'),
      fileName: FileName,
      asOf: EnteredDay,
      columns: Columns,
      rows: z.number().int().min(1).max(MOST_REGISTER_ROWS),
    }),
    returns: RegisterImport,
    requires: supportStaff,
    audit: 'register',
    idempotent: true,
  }),
  addRows: post('/support/register-imports/:id/portions', {
    summary: 'Add rows to a register import; a portion is added once',
    params: IdParams,
    body: z.object({ portion: z.number().int().min(1).max(MOST_REGISTER_ROWS), rows: importRows(ROW_FIELDS) }),
    returns: z.strictObject({ received: Count }),
    refuses,
    requires: supportStaff,
    audit: 'register',
    bodyLimit,
  }),
  rows: search('/support/register-imports/:id/rows', {
    summary: 'The licenses that a register import adds, changes, no longer finds or leaves out',
    params: IdParams,
    body: z.object({ change: enumOf<RegisterChange>(REGISTER_CHANGES), ...paging(['row'], 'row', false) }),
    returns: page(RegisterRow),
    refuses: ['NOT_FOUND'],
    requires: supportStaff,
    heavy: true,
  }),
  apply: post('/support/register-imports/:id/apply', {
    summary: 'Apply a register import; claimed licenses are checked with it',
    params: IdParams,
    /** What the person saw that it does. */
    body: z.object({ counts: RegisterCounts }),
    returns: RegisterImport,
    refuses,
    requires: supportStaff,
    audit: 'register',
    idempotent: true,
  }),
  undo: post('/support/register-imports/:id/undo', {
    summary: 'Undo a register import; the latest of its state',
    params: IdParams,
    returns: RegisterImport,
    refuses,
    requires: supportStaff,
    audit: 'register',
    idempotent: true,
  }),
  discard: del('/support/register-imports/:id', {
    summary: 'Discard a draft of a register import',
    params: IdParams,
    returns: Done,
    refuses,
    requires: supportStaff,
    audit: 'register',
  }),
};
