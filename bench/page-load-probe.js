// Runs in the page before any other script and records the browser's performance entries.

globalThis.pageLoad = { lcp: 0, cls: 0, blockedMs: 0 };
let firstPaint = Number.POSITIVE_INFINITY;

function on(type, listener) {
  new PerformanceObserver((list) => list.getEntries().forEach(listener)).observe({ type, buffered: true });
}

on('paint', ({ name, startTime }) => {
  if (name === 'first-contentful-paint') firstPaint = startTime;
});
on('largest-contentful-paint', ({ startTime }) => {
  globalThis.pageLoad.lcp = startTime;
});
on('layout-shift', ({ value, hadRecentInput }) => {
  if (!hadRecentInput) globalThis.pageLoad.cls += value;
});
// Time before the first paint does not count as blocking.
on('longtask', ({ startTime, duration }) => {
  const since = Math.max(startTime + 50, firstPaint);
  globalThis.pageLoad.blockedMs += Math.max(0, startTime + duration - since);
});
