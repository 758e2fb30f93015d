/**
 * Runs before the first paint, from a small blocking script: marks the document with the stored session and
 * theme, so that the first paint is right, starts the requests a signed-in user's page will make, and keeps the
 * browser's offer to install the web app. It imports nothing, because a script with imports would be a deferred
 * module. A test keeps its storage keys and marks equal to those of the stores.
 */
{
  // The landing page shows the offer; the browser's own banner would cover any page.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    globalThis.installOffer = event;
  });
  const root = document.documentElement;
  root.dataset.session = 'out';
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme;
    const { authdata, userModel } = JSON.parse(localStorage.getItem('userData') ?? '{}');
    if (authdata && userModel.userId) {
      const role = userModel.userRole;
      root.dataset.role = role?.endsWith('Admin') ? 'admin' : role === 'kCreator' ? 'creator' : 'regular';
      root.style.setProperty('--first-name', JSON.stringify(userModel.firstName ?? 'Me'));
      root.dataset.session = 'in';
      const { modules = '', calls = '' } = document.currentScript?.dataset ?? {};
      for (const href of modules.split(' ').filter(Boolean)) {
        document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
      }
      // Admins read with other parameters.
      if (userModel.emailVerified && root.dataset.role !== 'admin') {
        const headers = { accept: 'application/json', authorization: `Bearer ${authdata}` };
        const requests = calls.split(' ').filter(Boolean);
        globalThis.preloadedCalls = {
          token: authdata,
          requests: new Map(requests.map((url) => [url, fetch(url, { headers }).catch(() => undefined)])),
        };
      }
    }
  } catch {
    // Storage is forbidden or its content invalid: a visitor in the system's theme.
  }
}
