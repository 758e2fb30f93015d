// Shows one card at a time and tells the learning platform (SCORM 1.2) the place and the completion.
'use strict';
(() => {
  const cards = [...document.querySelectorAll('.card')];
  const byId = (id) => document.getElementById(id);
  const api = findApi(window) ?? (window.opener ? findApi(window.opener) : null);
  const started = Date.now();
  let isOpen = api !== null && String(api.LMSInitialize('')) === 'true';

  function findApi(from) {
    let at = from;
    // A platform may put the lesson into several frames. Frames of another origin throw.
    for (let depth = 0; depth < 20; depth += 1) {
      try {
        if (at.API) return at.API;
      } catch {
        return null;
      }
      if (!at.parent || at.parent === at) return null;
      at = at.parent;
    }
    return null;
  }

  const get = (name) => (isOpen ? String(api.LMSGetValue(name)) : '');
  const set = (name, value) => {
    if (isOpen) api.LMSSetValue(name, value);
  };
  const commit = () => {
    if (isOpen) api.LMSCommit('');
  };

  /** One character per card, because a platform may keep only 4,096 of them. */
  const readSeen = () => {
    const stored = get('cmi.suspend_data');
    return cards.map((_, index) => stored[index] === '1');
  };

  let status = get('cmi.core.lesson_status');
  const seen = readSeen();
  const place = get('cmi.core.lesson_location');
  let current = Math.max(
    0,
    cards.findIndex((card) => card.dataset.card === place),
  );
  if (status !== 'completed' && status !== 'passed') {
    status = 'incomplete';
    set('cmi.core.lesson_status', status);
  }

  function show(index, focus) {
    if (cards.length === 0) return;
    current = Math.min(Math.max(0, index), cards.length - 1);
    seen[current] = true;
    for (const [at, card] of cards.entries()) card.hidden = at !== current;
    byId('place').textContent = `${current + 1} of ${cards.length}`;
    byId('progress').value = seen.filter(Boolean).length;
    byId('previous').disabled = current === 0;
    byId('next').disabled = current === cards.length - 1;
    window.scrollTo(0, 0);
    if (focus) cards[current].querySelector('h2').focus();
    set('cmi.core.lesson_location', cards[current].dataset.card);
    set(
      'cmi.suspend_data',
      seen
        .slice(0, 4096)
        .map((each) => (each ? '1' : '0'))
        .join(''),
    );
    if (status === 'incomplete' && seen.every(Boolean)) {
      status = 'completed';
      set('cmi.core.lesson_status', status);
    }
    commit();
  }

  function duration(ms) {
    const seconds = Math.floor(ms / 1000);
    const two = (value) => String(value).padStart(2, '0');
    const hours = Math.min(9999, Math.floor(seconds / 3600));
    return `${String(hours).padStart(4, '0')}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  }

  function finish() {
    if (!isOpen) return;
    set('cmi.core.session_time', duration(Date.now() - started));
    set('cmi.core.exit', status === 'incomplete' ? 'suspend' : '');
    commit();
    api.LMSFinish('');
    isOpen = false;
  }

  byId('previous').addEventListener('click', () => show(current - 1, true));
  byId('next').addEventListener('click', () => show(current + 1, true));
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowRight') show(current + 1, true);
    if (event.key === 'ArrowLeft') show(current - 1, true);
  });
  // Mobile browsers may send only the first of these.
  window.addEventListener('pagehide', finish);
  window.addEventListener('unload', finish);
  show(current, false);
})();
