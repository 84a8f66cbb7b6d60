import { expect, it } from 'vitest';
import { pictureType } from '../../../domain/files/picture';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

it.each([
  ['image/jpeg', '\xff\xd8\xff\xe0\0\x10JFIF\0'],
  ['image/png', '\x89PNG\r\n\x1a\n\0\0\0\r'],
  ['image/webp', 'RIFF\x24\0\0\0WEBPVP8 '],
])('knows %s by its first bytes', (type, text) => {
  expect(pictureType(bytes(text))).toBe(type);
  expect(pictureType(bytes(text.slice(0, text.length / 4)))).toBeNull();
});

it.each([
  '',
  'GIF89a\x01\0\x01\0',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '%PDF-1.7\n%....',
  'RIFF\x24\0\0\0WAVEfmt ',
  '....WEBP....',
  '\0\0\0\x20ftypheic',
])('takes %j for no picture', (text) => {
  expect(pictureType(bytes(text))).toBeNull();
});
