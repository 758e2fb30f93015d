import { newCreator } from '../support/creator.ts';
import { expect, test } from '../support/journey.ts';
import { startSignedIn } from '../support/session.ts';

// The browser reports inline styles and handlers that the content security policy blocks.
test.use({ expectedErrors: [/violates the following Content Security Policy/] });

test('text pasted from elsewhere keeps what a card may hold and leaves the rest behind', async ({
  page,
  request,
}) => {
  await startSignedIn(page, request, await newCreator());
  await page.goto('/cp?tab=custom');
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Advanced Editor' }).click();
  const editor = main.getByRole('textbox', { name: 'Description' });
  await editor.click();
  await editor.evaluate((element) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', 'Tides');
    clipboardData.setData(
      'text/html',
      '<h1 style="color:red">Tides</h1><p style="text-align:right" class="x align-center">The <b style="font-weight:700">moon</b> <span style="color:#f00" class="ink-2">pulls</span> <a href="javascript:alert(1)">here</a><img src=x onerror="document.title=1"></p><table><tr><td>cell</td></tr></table><script>document.title=2</script>',
    );
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await main.getByRole('button', { name: 'HTML' }).click();
  const source = main.getByLabel('Description as HTML');
  await expect(source).toHaveValue(/moon/);
  const expected = [
    '<h5>Tides</h5>',
    '<p class="align-center">The <strong>moon</strong> <span class="ink-2">pulls</span> here</p>',
    '<p>cell</p>',
  ];
  await expect(source).toHaveValue(expected.join('\n'));
  await source.fill('<p onclick="document.title=3">Typed<img src="x" onerror="document.title=4"></p>');
  await main.getByRole('button', { name: 'HTML' }).click();
  await expect(editor).toHaveText('Typed');
  await expect(page).toHaveTitle(/Create Card/);
});
