import type { Db } from '../../../server/db/client';
import { registeredLicenses, registerImportRows, registerImports } from '../../../server/db/schema';
import { only, type UserFixture, unique } from '../factories';

/** Registers of states that have no license in the world, with imports at each stage. */
export interface RegistersWorld {
  registers: {
    /** A draft with all of its rows. */
    draftId: number;
    /** A draft that lacks rows. */
    begunId: number;
    appliedId: number;
  };
}

export async function makeRegistersWorld(db: Db, { id: createdByUserId }: UserFixture): Promise<RegistersWorld> {
  const columns = { licenseNumber: 'License', name: 'Name' };
  const values = { usState: 'VT', fileName: 'vermont.csv', asOf: '2026-10-01', columns, createdByUserId };
  const make = async (more: Partial<typeof registerImports.$inferInsert>) =>
    only(
      await db
        .insert(registerImports)
        .values({ ...values, rows: 1, ...more })
        .returning(),
    ).id;
  const draftId = await make({});
  const appliedId = await make({ usState: 'NH', state: 'APPLIED', appliedAt: new Date(), added: 1 });
  const license = { licenseNumber: `SCLT${unique()}`, name: 'Maple Ridge' };
  const row = { ...license, row: 2, portion: 1 };
  await db.insert(registerImportRows).values([
    { ...row, importId: draftId },
    { ...row, importId: appliedId, change: 'ADDED' },
  ]);
  await db
    .insert(registeredLicenses)
    .values({ ...license, usState: 'NH', listedOn: '2026-10-01', importId: appliedId });
  return { registers: { draftId, appliedId, begunId: await make({ rows: 20 }) } };
}
