import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { PageModule } from './page.ts';

/*
 * A public page arrives rendered and can be read, scrolled and left without a line of its own code. So the browser
 * leaves it asleep: the frame wakes up at once, the page's file comes with the first sign of life. React keeps the
 * server's HTML inside the boundary until then and takes it over as it stands.
 */

const signs = ['pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'] as const;

let wake: () => void = () => undefined;
const awakened = new Promise<void>((resolve) => {
  wake = resolve;
});

/** For those who will need the page's code anyway. */
export const wakePage = () => wake();

/**
 * What was pressed too early, to be pressed again when there is somebody to answer: buttons, and links to what comes next, since whoever
 * steps on will step again. Other links lead away, and need no answer.
 */
const pressed = new Set<HTMLElement>();

const here = () => location.pathname + location.search;
let asleepAt: string | undefined;

function rememberPress(event: MouseEvent) {
  // Whoever has left before it woke is on a page that answers by itself.
  if (here() !== asleepAt) {
    removeEventListener('click', rememberPress, true);
    return;
  }
  const { target } = event;
  const found =
    target instanceof Element && target.closest<HTMLElement>('main :is(button, [rel="prev"], [rel="next"])');
  if (!found || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  pressed.add(found);
}

/** A page that appears under a pointer at rest is told of it too; only a pointer that moves is somebody. */
function wakeByPointer({ movementX, movementY }: PointerEvent) {
  if (movementX !== 0 || movementY !== 0) wake();
}

function listen() {
  asleepAt = here();
  addEventListener('pointermove', wakeByPointer, { passive: true, capture: true });
  void awakened.then(() => removeEventListener('pointermove', wakeByPointer, true));
  for (const sign of signs) addEventListener(sign, wake, { once: true, passive: true, capture: true });
  addEventListener('click', rememberPress, true);
}

function answerPresses() {
  removeEventListener('click', rememberPress, true);
  for (const button of pressed) button.click();
  pressed.clear();
}

/** What is shown already does not break because a file did not come: the next sign of life tries again. */
async function loadPatiently(load: () => Promise<PageModule>): Promise<PageModule> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => addEventListener('pointerdown', resolve, { once: true, capture: true }));
    return loadPatiently(load);
  }
}

/** The boundary that both sides draw around a page. */
export function bounded(Page: ComponentType): ComponentType {
  return function BoundedPage() {
    return (
      <Suspense>
        <Page />
      </Suspense>
    );
  };
}

/** The page that the server has rendered, before its file is there. */
export function sleepingPage(load: () => Promise<PageModule>): ComponentType {
  listen();
  const Late = lazy(async () => {
    await awakened;
    const { Page } = await loadPatiently(load);
    return {
      default: function AwakePage() {
        useEffect(answerPresses, []);
        return <Page />;
      },
    };
  });
  return bounded(Late);
}
