import { daysBefore, nextId, type World } from '../world';

/** Who invited whom, by email, and what became of it some days later. */
const CONNECTED = [
  { from: 'owner@fernhollow.example', to: 'buyer@harborvine.example', status: 'ACCEPTED', days: 200 },
  { from: 'owner@juniper.example', to: 'owner@fernhollow.example', status: 'ACCEPTED', days: 90 },
  { from: 'owner@fernhollow.example', to: 'owner@tidemark.example', status: 'ACCEPTED', days: 40 },
  { from: 'owner@millrace.example', to: 'owner@fernhollow.example', status: 'INVITED', days: 3 },
  { from: 'owner@northwater.example', to: 'owner@fernhollow.example', status: 'IGNORED', days: 60 },
  { from: 'owner@fernhollow.example', to: 'owner@copperline.example', status: 'INVITED', days: 6 },
  { from: 'both@tidemark.example', to: 'buyer@harborvine.example', status: 'INVITED', days: 2 },
] as const;

/** Who blocked whom. */
const BLOCKED = [{ by: 'owner@fernhollow.example', whom: 'both@tidemark.example', days: 25 }] as const;

/** A few people of the demo who know each other, or want to hear no more of each other. */
export function addConnections({ now, rows }: World): void {
  const idOf = (email: string) => {
    const found = rows.users.find((user) => user.email === email);
    if (!found) throw new Error(`There is no ${email}`);
    return found.id;
  };
  for (const { from, to, status, days } of CONNECTED) {
    const invitedAt = daysBefore(now, days);
    rows.connections.push({
      id: nextId(rows.connections),
      invitingUserId: idOf(from),
      invitedUserId: idOf(to),
      status,
      invitedAt,
      connectedAt: status === 'ACCEPTED' ? daysBefore(now, days - 1) : null,
      createdAt: invitedAt,
    });
  }
  for (const { by, whom, days } of BLOCKED) {
    rows.userBlocks.push({ blockerId: idOf(by), blockedId: idOf(whom), createdAt: daysBefore(now, days) });
  }
}
