import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../config';
import { drawPictures } from './pictures/drawings';

const folder = join(root, 'public/pictures');
await mkdir(folder, { recursive: true });
for (const [name, picture] of drawPictures()) await writeFile(join(folder, name), picture);
