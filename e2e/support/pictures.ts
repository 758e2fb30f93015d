import type { Locator, Page } from '@playwright/test';

/** A PNG of one colour, drawn by the browser. */
export async function createPicture(page: Page, color = '#2b3a67'): Promise<Buffer> {
  const base64 = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    canvas.width = 800;
    canvas.height = 800;
    const context = canvas.getContext('2d');
    if (context) {
      context.fillStyle = fill;
      context.fillRect(0, 0, 800, 800);
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  }, color);
  return Buffer.from(base64, 'base64');
}

/** Width by height; NaN until the picture has loaded. */
export function ratioOf(picture: Locator): Promise<number> {
  return picture.evaluate((img: HTMLImageElement) => img.naturalWidth / img.naturalHeight);
}

/** Delays the next request to an address until the returned function is called. */
export async function delayRequest(page: Page, address: string): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.route(
    address,
    async (route) => {
      await released.promise;
      await route.continue();
    },
    { times: 1 },
  );
  return released.resolve;
}
