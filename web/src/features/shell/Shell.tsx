import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { Outlet, ScrollRestoration, useMatches, useNavigation } from 'react-router';
import { useMember } from '#features/session/store.ts';
import { handleOf } from '#lib/page.ts';
import { paths } from '#lib/paths.ts';
import { LiveRegion } from '#ui/LiveRegion.tsx';
import { BottomBar } from './BottomBar.tsx';
import { Footer } from './Footer.tsx';
import { toasts } from './lazy-parts.ts';
import { TopBar } from './TopBar.tsx';
import { useNavigationFocus } from './use-navigation-focus.ts';
import { useShortcuts } from './use-shortcuts.ts';

const ShortcutSheet = lazy(async () => ({ default: (await import('./ShortcutSheet.tsx')).ShortcutSheet }));

/** The layout around every page. */
export function Shell() {
  const [sheet, setSheet] = useState(false);
  useShortcuts(useCallback(() => setSheet(true), []));
  return (
    <ShellFrame>
      <NavigationFocus />
      <Outlet />
      <MemberToasts />
      {sheet && (
        <Suspense>
          <ShortcutSheet onClose={() => setSheet(false)} />
        </Suspense>
      )}
      <ScrollRestoration />
    </ShellFrame>
  );
}

function MemberToasts() {
  const member = useMember();
  const [isUsed, setIsUsed] = useState(false);
  // Toasts stay mounted after sign-out.
  if (member && !isUsed) setIsUsed(true);
  return isUsed && <toasts.Component />;
}

/** Mounted before the page, so that a failed page can still set the title after it. */
function NavigationFocus() {
  useNavigationFocus();
  return null;
}

export function ShellFrame({ children }: { children: ReactNode }) {
  const { state } = useNavigation();
  const here = useMatches().at(-1);
  const bottomBar = here?.pathname !== paths.selectTopics;
  return (
    <>
      <a className="skip-link btn btn-primary" href="#main">
        Skip to the content
      </a>
      <TopBar />
      <div className="page-progress" data-busy={state === 'loading' || undefined} />
      <main id="main" tabIndex={-1} className="page" data-page={handleOf(here)?.file}>
        {children}
      </main>
      <Footer />
      {bottomBar && <BottomBar />}
      <LiveRegion />
    </>
  );
}
