import { priceSchedules as contract } from '../../../domain/pricing/contract';
import type { TestCaller } from '../app';
import { type SellerFixture, unique } from '../factories';

export const at = (id: number) => ({ params: { id } });

export const createSchedule = (caller: TestCaller, { org, company }: SellerFixture, name = `Volume ${unique()}`) =>
  caller.call(contract.create, { body: { orgId: org.id, companyId: company.id, name } });

/** A new price schedule that has nothing yet. */
export async function emptySchedule(caller: TestCaller, seller: SellerFixture) {
  const answer = await createSchedule(caller, seller);
  if (!answer.ok) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

export const changeSchedule = (caller: TestCaller, id: number, body: object) =>
  caller.call(contract.update, { ...at(id), body: body as never });
