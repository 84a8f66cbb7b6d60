import { auditChanges, auditName } from '../../../domain/organization/audit';
import { auditLog } from '../../../domain/organization/audit-contract';
import { AUDIT_ENTITIES } from '../../../domain/organization/audit-entities';
import type { TestCaller } from '../app';
import { schemaWords } from '../schema-words';

/** Names, notes and files of the test world, which nobody reads as words of the product. */
const TYPED = /^(Name|Notes?|Email|File name|Details|Reason|Title|SKU|Tag|Picture|Key ending in)$/;

/** The same of a key within what is said of a license: letters and digits by chance. */
const KEY_ENDING = /(\bKey ending in): \w+/g;

/** What an organization's log says in words of schemas, each with its entry; none for those who can't read the log. */
export async function oddAuditWords(caller: TestCaller, org: { id: number } | null): Promise<string[]> {
  if (org === null) return [];
  const { ok, body } = await caller.call(auditLog.list, { params: { orgId: org.id }, query: {} });
  if (!ok) return [];
  return (body as { results: Parameters<typeof auditChanges>[0][] }).results.flatMap((record) => {
    const entry = record as Parameters<typeof auditName>[0] & { action: string };
    const changes = auditChanges(record, () => '');
    const said = [
      entry.action,
      AUDIT_ENTITIES[entry.entity] ?? entry.entity,
      auditName(entry),
      ...changes.flatMap(({ label, before, after }) => (TYPED.test(label) ? [label] : [label, before, after])),
    ];
    return said.flatMap((text) =>
      schemaWords(text.replace(KEY_ENDING, '$1')).map((word) => `${entry.action}: “${text}” says ${word}`),
    );
  });
}
