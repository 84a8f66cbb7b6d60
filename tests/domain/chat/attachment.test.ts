import { describe, expect, it } from 'vitest';
import {
  filesOf,
  fileTypeOf,
  keptName,
  kindText,
  MOST_CHAT_FILE_BYTES,
  messageWords,
  refusalOfContent,
  refusalOfFile,
  sizeText,
  takeFiles,
  toServiceAttachment,
} from '../../../domain/chat/attachment';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const PHOTO = { type: 'image', title: 'a.webp', image_url: '/a', thumb_url: '/t', mime_type: 'image/webp' };
const MENU = { type: 'file', title: 'menu.pdf', asset_url: '/m', mime_type: 'application/pdf', file_size: 2048 };

describe('a file’s limits', () => {
  it.each([
    ['a.pdf', 1, null],
    ['a.pdf', MOST_CHAT_FILE_BYTES, null],
    ['a.pdf', MOST_CHAT_FILE_BYTES + 1, '“a.pdf” is too large. Files can be up to 25 MB.'],
    ['a.pdf', 0, '“a.pdf” is empty.'],
    ['Setup.EXE', 1, '“Setup.EXE” is a program. Programs can’t be sent here.'],
    ['menu.js', 1, '“menu.js” is a program. Programs can’t be sent here.'],
    ['exe.txt', 1, null],
    ['page.html', 1, null],
  ])('%s of %i bytes', (name, size, refusal) => {
    expect(refusalOfFile({ name, size })).toBe(refusal);
  });

  it('finds programs by what they begin with', () => {
    for (const start of ['MZ\x90', '\x7fELF', '#!/bin/sh', '\xca\xfe\xba\xbe'])
      expect(refusalOfContent('menu.pdf', bytes(start))).toMatch(/is a program/);
    expect(refusalOfContent('menu.pdf', bytes('%PDF-'))).toBeNull();
  });

  it('takes ten in one message, and says what is left out', () => {
    const files = Array.from({ length: 5 }, (_, at) => ({ name: `${at}.txt`, size: 1 }));
    expect(takeFiles(files, 5)).toEqual({ taken: files, refusals: [] });
    expect(takeFiles(files, 9)).toEqual({
      taken: files.slice(0, 1),
      refusals: ['A message can have up to 10 files. 4 files weren’t added.'],
    });
    const withEmpty = [{ name: 'none', size: 0 }, ...files.slice(0, 1)];
    expect(takeFiles(withEmpty, 10)).toEqual({
      taken: [],
      refusals: ['“none” is empty.', 'A message can have up to 10 files. 1 file wasn’t added.'],
    });
  });
});

describe('what a file is', () => {
  it.each([
    ['%PDF-1.7', 'a.txt', 'application/pdf'],
    ['\xff\xd8\xff', 'a.txt', 'image/jpeg'],
    ['GIF89a', 'a', 'image/gif'],
    ['PK\x03\x04', 'list.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
    ['PK\x03\x04', 'list.pdf', 'application/zip'],
    ['\0\0\0\x18ftypheic', 'a.jpg', 'image/heic'],
    ['\0\0\0\x18ftypisom', 'a', 'video/mp4'],
    ['a,b', 'list.csv', 'text/csv'],
    ['<svg/>', 'a.svg', 'image/svg+xml'],
    ['<svg/>', 'a.png', 'text/plain'],
    ['a\0b', 'a.csv', 'application/octet-stream'],
  ])('%j called %s is %s', (content, name, type) => {
    expect(fileTypeOf(bytes(content), name)).toBe(type);
  });
});

describe('names and sizes', () => {
  it('keeps a name without folders and invisible letters, and its ending when it is cut', () => {
    expect(keptName('C:\\menus\\May\u202e.pdf')).toBe('May.pdf');
    expect(keptName('../../etc/passwd')).toBe('passwd');
    expect(keptName(' ')).toBe('File');
    const cut = keptName(`${'a'.repeat(300)}.pdf`);
    expect([cut.length, cut.endsWith('a….pdf')]).toEqual([150, true]);
  });

  it('says sizes and kinds in few letters', () => {
    expect([1, 2048, 1_300_000, MOST_CHAT_FILE_BYTES].map(sizeText)).toEqual(['1 KB', '2 KB', '1.2 MB', '25 MB']);
    expect(kindText({ fileName: 'list.xlsx' })).toBe('XLSX');
    expect(kindText({ fileName: 'README' })).toBe('File');
  });
});

describe('attachments of the service', () => {
  it('are files with the documented fields, and back', () => {
    const action = { name: 'answer', text: 'Yes', value: 'yes' };
    const all = filesOf([
      { ...PHOTO, original_width: 40, original_height: 30 },
      { ...MENU, actions: [action] },
    ]);
    expect(all).toEqual([
      {
        thumbUrl: '/t',
        imageUrl: '/a',
        assetUrl: null,
        fileType: 'image/webp',
        fileName: 'a.webp',
        fileSize: null,
        width: 40,
        height: 30,
        actions: [],
      },
      {
        thumbUrl: null,
        imageUrl: null,
        assetUrl: '/m',
        fileType: 'application/pdf',
        fileName: 'menu.pdf',
        fileSize: 2048,
        width: null,
        height: null,
        actions: [action],
      },
    ]);
    expect(filesOf(all.map(toServiceAttachment))).toEqual(all);
  });

  it('show as pictures only what is one, and leave out what was found at a link', () => {
    const svg = { type: 'image', title: 'logo.svg', image_url: '/logo', mime_type: 'image/svg+xml' };
    expect(filesOf([svg])).toMatchObject([{ imageUrl: null, thumbUrl: null, assetUrl: '/logo' }]);
    expect(filesOf([{ ...PHOTO, og_scrape_url: 'https://example.com' }, { type: 'image' }])).toEqual([]);
    expect(filesOf(null)).toEqual([]);
  });

  it.each([
    ['Hello', [PHOTO], 'Hello'],
    ['', [PHOTO], 'Photo'],
    ['', [PHOTO, PHOTO], '2 photos'],
    ['', [MENU], 'menu.pdf'],
    ['', [PHOTO, MENU, MENU], '3 files'],
    ['', [], ''],
  ])('%j with files is said as a message', (text, attachments, words) => {
    expect(messageWords(text, attachments)).toBe(words);
  });
});
