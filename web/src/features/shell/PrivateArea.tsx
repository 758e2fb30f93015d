import '#features/account/account.css';
import type { ComponentType, ReactNode } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router';
import { FeedPageSkeleton } from '#features/feed/lazy/FeedSkeleton.tsx';
import { ReviewSkeleton } from '#features/learning/ReviewSkeleton.tsx';
import { NoticesSkeleton } from '#features/notices/NoticeSkeletons.tsx';
import { isAdmin, useViewer } from '#features/session/store.ts';
import { ChainsSkeleton } from '#features/tiles/ChainsSkeleton.tsx';
import { ApiProblem } from '#lib/api-problem.ts';
import { handleOf } from '#lib/page.ts';
import { paths } from '#lib/paths.ts';
import { NeedsJavaScript } from '#ui/NeedsJavaScript.tsx';
import { Skeleton, SkeletonGroup } from '#ui/Skeleton.tsx';
import { errorNotice } from './lazy-parts.ts';
import { NoticesHead } from './NoticesHead.tsx';

const notAllowed = new ApiProblem({
  status: 403,
  code: 'forbidden',
  detail: 'Only admins can open this page.',
});

/** Wraps pages for signed-in users. The server does not know the viewer and renders the outline. */
export function PrivateArea() {
  const viewer = useViewer();
  const { pathname, search } = useLocation();
  const handle = handleOf(useMatches().at(-1));
  const { Head, ...outline } = outlines[handle?.file ?? ''] ?? { Content: PlainSkeleton };
  if (viewer.status === 'out') return <Navigate to={paths.login(pathname + search)} replace />;
  if (viewer.status === 'in') {
    if (viewer.user.emailVerified === false) return <Navigate to={paths.verifyEmail} replace />;
    if (handle?.admin && !isAdmin(viewer.user)) return <errorNotice.Component error={notAllowed} />;
  }
  return (
    <>
      {Head && <Head />}
      {viewer.status === 'in' ? (
        <Outlet />
      ) : (
        <PageSkeleton title={Head ? undefined : handle?.title} {...outline} />
      )}
    </>
  );
}

interface PageOutline {
  Content: ComponentType;
  /** Stays when the viewer is known: the page itself has no heading. */
  Head?: ComponentType;
  /** In the page's head. */
  actions?: ReactNode;
  /** The page shows no heading. */
  isTitleHidden?: boolean;
}

/** Placeholders with the geometry of their page, by the page's file. */
const outlines: Record<string, PageOutline> = {
  FeedPage: { Content: FeedPageSkeleton },
  MyChainsPage: { Content: ChainsSkeleton, actions: <Skeleton shape="button" /> },
  NoticesPage: { Content: NoticesSkeleton, Head: NoticesHead },
  ReviewPage: { Content: ReviewSkeleton, isTitleHidden: true },
  SettingsPage: { Content: SettingsSkeleton },
};

interface PageSkeletonProps extends Omit<PageOutline, 'Head'> {
  title: string | undefined;
}

function PageSkeleton({ title, Content, actions, isTitleHidden }: PageSkeletonProps) {
  return (
    <>
      {title && (
        <div className={isTitleHidden ? 'sr-only' : 'page-head'}>
          <h1>{title}</h1>
          {actions && <div className="page-head-actions">{actions}</div>}
        </div>
      )}
      <NeedsJavaScript subject="This page" />
      <Content />
    </>
  );
}

function PlainSkeleton() {
  return (
    <SkeletonGroup className="stack">
      <Skeleton shape="text" width="wide" />
      <Skeleton shape="text" width="half" />
      <Skeleton shape="picture" />
    </SkeletonGroup>
  );
}

/** The first tab, with the user's photo. */
function SettingsSkeleton() {
  return (
    <SkeletonGroup className="settings">
      <div className="tabs">
        <span className="tab" />
      </div>
      <div className="settings-panel">
        <Skeleton className="own-photo own-photo-skeleton" />
      </div>
    </SkeletonGroup>
  );
}
