import type pg from 'pg';
import { onCopies } from '../../db/copies';
import { MEMBER_NAME } from '../../organization/member-name';

type Ids = { companies?: readonly number[]; members?: readonly number[]; buyerLicenses?: readonly number[] };

/** By id: companies' names, members' names, and what a buyer license shows. */
export type Names = {
  companies: Readonly<Record<number, string>>;
  members: Readonly<Record<number, string>>;
  buyerLicenses: Readonly<Record<number, { name: string; licenseNumber: string; usState: string }>>;
};

const NAMES = onCopies(
  (nameOf) => `
  select json_build_object(
    'companies', (select json_object_agg(id, name) from ${nameOf('companies')} where id = any ($1)),
    'members', (
      select json_object_agg(member.id, ${MEMBER_NAME})
        from ${nameOf('org_users')} member left join ${nameOf('users')} person on person.id = member.user_id
       where member.id = any ($2)),
    'buyerLicenses', (
      select json_object_agg(held.id, json_build_object('name', coalesce(nullif(license.dba, ''), license.name),
             'licenseNumber', license.license_number, 'usState', license.us_state))
        from ${nameOf('buyer_licenses')} held join ${nameOf('licenses')} license on license.id = held.license_id
       where held.id = any ($3))) as names`,
);

/** The names of what a page of orders names by id. Whoever asks may see the orders, and with them these names. */
export async function lookUpNames(pool: pg.Pool, { companies, members, buyerLicenses }: Ids): Promise<Names> {
  const values = [companies, members, buyerLicenses].map((ids) => [...new Set(ids)]);
  const { rows } = await pool.query<{ names: { [Kind in keyof Names]: Names[Kind] | null } }>({
    text: await NAMES(pool),
    values,
  });
  const found = rows[0]?.names;
  return {
    companies: found?.companies ?? {},
    members: found?.members ?? {},
    buyerLicenses: found?.buyerLicenses ?? {},
  };
}
