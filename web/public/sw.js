/* Shows what the server sends while the page is closed: that a table waits. It keeps no files and answers no requests. */
self.addEventListener('push', (event) => {
  const { title, body, path } = event.data.json();
  const show = async () => {
    const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    if (open.some((page) => page.visibilityState === 'visible')) return; // whoever looks at the page sees it there
    await self.registration.showNotification(title, { body, tag: path, icon: 'icon-192.png', data: { path } });
  };
  event.waitUntil(show());
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  const address = new URL(event.notification.data.path, self.registration.scope).href;
  const go = async () => {
    const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
    const there = open.find((page) => page.url.split(/[?#]/)[0] === address);
    await (there ? there.focus() : self.clients.openWindow(address));
  };
  event.waitUntil(go());
});
