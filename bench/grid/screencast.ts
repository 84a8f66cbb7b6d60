import type { CDPSession, Page } from 'playwright';

/** A gap without text this high, in pixels, is a place where rows are missing: rows are 40 px high. */
const GAP_PX = 80;

/**
 * Records what the browser shows. When stopped, tells how many pictures it took and how many of them have a gap without
 * text in the viewport, whatever the page believed at the time.
 */
export async function screencast(page: Page, devtools: CDPSession) {
  const pictures: string[] = [];
  devtools.on('Page.screencastFrame', ({ data, sessionId }) => {
    pictures.push(data);
    void devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 70, everyNthFrame: 1 });
  return async (): Promise<{ pictures: number; blankPictures: number }> => {
    await devtools.send('Page.stopScreencast');
    const gaps: number[] = [];
    for (const picture of pictures) gaps.push(await page.evaluate((one) => window.bench.widestGap(one), picture));
    return { pictures: pictures.length, blankPictures: gaps.filter((gap) => gap > GAP_PX).length };
  };
}
