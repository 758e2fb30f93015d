// Puts each card on half a page, or on a whole one if its text is long, and writes the page numbers.
'use strict';
(() => {
  const cards = document.getElementById('cards');
  const button = document.getElementById('print');
  button.hidden = false;
  button.addEventListener('click', () => window.print());

  // Heights depend on the fonts and the pictures.
  const loaded = new Promise((resolve) => {
    if (document.readyState === 'complete') resolve();
    else window.addEventListener('load', resolve, { once: true });
  });
  void Promise.all([document.fonts.ready, loaded]).then(arrange);

  function arrange() {
    const ruler = document.createElement('div');
    ruler.className = 'ruler';
    document.body.append(ruler);
    const millimetre = ruler.getBoundingClientRect().height / 100;
    ruler.remove();
    const half = 122 * millimetre;
    const whole = 248 * millimetre;
    // Of a card with several pages: less than a page, because lines are not cut.
    const part = 252 * millimetre;

    cards.classList.add('measured');
    const measured = [...cards.children].map((block) => {
      const height = () => block.getBoundingClientRect().height;
      if (block.classList.contains('chapter') || height() <= half) return { block, size: 'half', pages: 1 };
      block.classList.add('tall');
      if (height() <= whole) return { block, size: 'whole', pages: 1 };
      return { block, size: 'long', pages: Math.max(2, Math.ceil((height() + 10 * millimetre) / part)) };
    });
    cards.classList.remove('measured');

    let page = document.querySelectorAll('.sheet').length;
    let sheet;
    let free = 0;
    const startSheet = (size, pages) => {
      page += pages;
      sheet = document.createElement('section');
      sheet.className = `sheet ${size}`;
      sheet.style.setProperty('--pages', String(pages));
      const number = document.createElement('p');
      number.className = 'page-number';
      number.textContent = String(page);
      sheet.append(number);
      cards.append(sheet);
    };
    for (const { block, size, pages } of measured) {
      // A chapter begins on its own page.
      if (size !== 'half' || free === 0 || block.classList.contains('chapter')) {
        startSheet(size, pages);
        free = size === 'half' ? 2 : 0;
      }
      const entry = document.querySelector(`[data-target="${block.id}"]`);
      if (entry) entry.textContent = String(page - pages + 1);
      sheet.insertBefore(block, sheet.lastChild);
      free = Math.max(0, free - 1);
    }
    document.documentElement.dataset.ready = 'true';
  }
})();
