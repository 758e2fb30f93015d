/**
 * Runs before the first paint, from a small blocking script: marks the document with the stored session and
 * theme, so that the first paint is right, starts the requests a signed-in user's page will make, and keeps the
 * browser's offer to install the web app, and remembers submits of forms. It imports nothing, because a script with
 * imports would be a deferred module. A test keeps its storage keys and marks equal to those of the stores.
 */
{
  // The landing page shows the offer; the browser's own banner would cover any page.
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    globalThis.installOffer = event;
  });
  // `Form` repeats a submit from before hydration, unless the user went on typing.
  addEventListener('submit', ({ target, defaultPrevented }) => {
    if (!defaultPrevented) (target as HTMLFormElement).dataset.early = '';
  });
  addEventListener('input', ({ target }) => {
    delete (target as HTMLInputElement).form?.dataset.early;
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
      const photo = userModel.photoModel?.specMap.sm?.url;
      if (photo) root.style.setProperty('--own-photo', `url(${JSON.stringify(photo)})`);
      const script = document.currentScript as HTMLScriptElement;
      const { fonts = '', modules = '', calls = '', pictureSizes } = script.dataset;
      const preload = (urls: string, attributes: Partial<HTMLLinkElement>) => {
        for (const href of urls.split(' ').filter(Boolean))
          document.head.append(Object.assign(document.createElement('link'), attributes, { href }));
      };
      // If this script is cached the fonts are too. Otherwise pictures and scripts are more urgent.
      const [timing] = performance.getEntriesByName(script.src) as PerformanceResourceTiming[];
      if (timing?.transferSize === 0) preload(fonts, { rel: 'preload', as: 'font', crossOrigin: '' });
      let firstPicture = Promise.resolve();
      // Before the modules, so that they do not wait for a connection. Admins read with other parameters.
      if (userModel.emailVerified && root.dataset.role !== 'admin') {
        const headers = { accept: 'application/json', authorization: `Bearer ${authdata}` };
        const urls = calls.split(' ').filter(Boolean);
        const requests = new Map(urls.map((url) => [url, fetch(url, { headers }).catch(() => undefined)]));
        globalThis.preloadedCalls = { token: authdata, requests };
        // The skeleton shows the page's first picture, the largest element, long before the page is rendered.
        if (pictureSizes) {
          firstPicture = Promise.resolve(requests.get(urls[0] ?? ''))
            .then((answer) => answer?.clone().json())
            .then(async ({ feedItemModelVec, chapterModelVec, reviewItemVec, continueVec }) => {
              const [item] = feedItemModelVec ?? chapterModelVec ?? reviewItemVec ?? continueVec;
              const content = item.postModel ?? item.chapterModel ?? item.subjectModel ?? item;
              const { specMap } = content.photoModel ?? content.photoModelVec[0];
              const specs: { url: string; width: number }[] = Object.values(specMap);
              const srcset = specs.map(({ url, width }) => `${url} ${width}w`).join(', ');
              const picture = Object.assign(new Image(), {
                fetchPriority: 'high',
                sizes: pictureSizes,
                srcset,
              });
              await picture.decode();
              root.style.setProperty('--first-picture', `url(${JSON.stringify(picture.currentSrc)})`);
            })
            // A failed answer, or one without a picture.
            .catch(() => {});
        }
      }
      // After the picture, because a slow connection divides its bandwidth among all requests.
      void firstPicture.then(() => preload(modules, { rel: 'modulepreload' }));
    }
  } catch {
    // Storage is forbidden or its content invalid: a visitor in the system's theme.
  }
}
