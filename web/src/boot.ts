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
        const urls = calls.split(' ').filter(Boolean);
        const requests = new Map(urls.map((url) => [url, fetch(url, { headers }).catch(() => undefined)]));
        globalThis.preloadedCalls = { token: authdata, requests };
        // The first picture of a feed is the page's largest element; its tile is rendered much later.
        for (const request of requests.values()) {
          request
            .then(async (answer) => {
              if (!answer) return;
              const {
                feedItemModelVec: [item],
              } = await answer.clone().json();
              const { photoModelVec } = item.postModel ?? item.chapterModel ?? item.subjectModel;
              const specs: { url: string; width: number }[] = Object.values(photoModelVec[0].specMap);
              const imageSrcset = specs.map(({ url, width }) => `${url} ${width}w`).join(', ');
              const imageSizes = '(min-width: 70rem) 34rem, (min-width: 45rem) 50vw, 100vw';
              const picture = { rel: 'preload', as: 'image', imageSrcset, imageSizes };
              document.head.append(Object.assign(document.createElement('link'), picture));
            })
            // Another answer, a failed one, or nothing with a picture.
            .catch(() => {});
        }
      }
    }
  } catch {
    // Storage is forbidden or its content invalid: a visitor in the system's theme.
  }
}
