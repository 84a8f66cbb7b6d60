import { eq } from 'drizzle-orm';
import { notFound } from '../../domain/errors';
import { type PictureKind, type Pictures, userPictures } from '../../domain/files/contract';
import { PICTURE_SHAPES } from '../../domain/files/picture';
import { markPersonChanged } from '../chat/mark-person';
import type { Ctx } from '../context';
import { users } from '../db/schema';
import { storePicture } from '../files/store-picture';
import type { Verb } from '../implement';

const pictures = { profileImageUri: users.profileImageUri, coverImageUri: users.coverImageUri };

/** The caller's own picture or cover; NOT_FOUND for anyone else's. */
export const setMyPicture: Verb<typeof userPictures.set> = async (ctx, { params, query, file }) => {
  assertOwn(ctx, params.id);
  const shape = query.kind === 'cover' ? PICTURE_SHAPES.cover : PICTURE_SHAPES.portrait;
  const { field } = userPictures.set.upload;
  const uri = await storePicture(ctx.services.files, { file, field, shape });
  return ctx.step('save', (step) => savePicture(step, query.kind, uri));
};

export const removeMyPicture: Verb<typeof userPictures.remove> = async (ctx, { params, query }) => {
  assertOwn(ctx, params.id);
  return savePicture(ctx, query.kind, null);
};

function assertOwn({ person }: Ctx, id: string): void {
  if (id !== person.userId) throw notFound('Account');
}

async function savePicture(ctx: Ctx, kind: PictureKind, uri: string | null): Promise<Pictures> {
  const { audit, db, now, person } = ctx;
  const own = eq(users.id, person.userId);
  const [before] = await db.select(pictures).from(users).where(own).for('no key update');
  const changed = kind === 'cover' ? { coverImageUri: uri } : { profileImageUri: uri };
  const [after] = await db
    .update(users)
    .set({ ...changed, updatedAt: now })
    .where(own)
    .returning(pictures);
  if (!before || !after) throw new Error('The caller’s account was not found');
  await audit({ id: person.userId, before, after });
  if (kind === 'profile') await markPersonChanged(ctx, person.userId);
  return after;
}
