// Shows our own page when a navigation finds no network, and the notices that are pushed to this browser. Everything
// else goes to the network as usual.

const cacheName = 'offline-1';
const offlinePage = '/offline';

self.addEventListener('install', (event) => {
  self.skipWaiting();
  event.waitUntil(storeOfflinePage());
});

self.addEventListener('activate', (event) => {
  event.waitUntil(activate());
});

self.addEventListener('fetch', (event) => {
  const { mode, destination } = event.request;
  if (mode === 'navigate' && destination === 'document') event.respondWith(openPage(event));
  else if (destination === 'style' || destination === 'font') event.respondWith(openFile(event.request));
});

self.addEventListener('push', (event) => {
  event.waitUntil(showNotice(event.data));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPlace(event.notification.data?.path));
});

/** The pushed text is for a locked screen: it says what kind of notice waits, and nothing of its content. */
function showNotice(data) {
  const {
    title = 'Gyan',
    body = 'You have a new notice.',
    path = '/notices',
    tag = 'notices',
  } = readPush(data);
  return self.registration.showNotification(title, {
    body,
    tag,
    icon: '/icon-192.png',
    badge: '/icon-192.png',
    data: { path },
  });
}

function readPush(data) {
  try {
    return data?.json() ?? {};
  } catch {
    return {};
  }
}

/** Opens a path of this site, in a tab that is open already if there is one. */
async function openPlace(path) {
  const url = new URL(path ?? '/notices', self.location.origin);
  const address = url.origin === self.location.origin ? url.href : `${self.location.origin}/notices`;
  const [open] = await self.clients.matchAll({ type: 'window' });
  if (!open) return self.clients.openWindow(address);
  await open.focus();
  return open.navigate(address);
}

async function storeOfflinePage() {
  const [response, cache] = await Promise.all([fetch(offlinePage), caches.open(cacheName)]);
  if (!response.ok) throw new Error(`The offline page answers ${response.status}.`);
  const html = await response.text();
  const files = html.match(/(?<=href=")\/assets\/[^"]+\.(?:css|woff2)(?=")/g) ?? [];
  await cache.addAll(new Set(files));
  // Its scripts would hydrate it as the page of another address.
  const body = html.replace(/<script type="module"[^>]*><\/script>|<link rel="modulepreload"[^>]*>/g, '');
  const headers = ['content-type', 'content-security-policy'].map((name) => [
    name,
    response.headers.get(name),
  ]);
  await cache.put(offlinePage, new Response(body, { headers }));
}

async function activate() {
  // The browser sends a navigation while this worker starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
}

async function openPage(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request));
  } catch (error) {
    const page = await caches.match(offlinePage);
    if (page) return page;
    throw error;
  }
}

async function openFile(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const file = await caches.match(request);
    if (file) return file;
    throw error;
  }
}
